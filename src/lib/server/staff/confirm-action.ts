import type { ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { Contract, RouteKey } from '#lib/contract/index.ts';
import { type Db, runRolledBack } from '#lib/server/db/index.ts';
import {
  type FormAction,
  type FormActionResult,
  type FormApi,
  type FormPage,
  textOf,
  textValuesOf,
  type WrapHandler,
} from '#lib/server/http/page-form.ts';
import { createCollector } from './previews/collect-messages.ts';
import { presentMessagePreview } from './previews/present-preview.ts';
import {
  ChangedPreviewError,
  type ConfirmedDeps,
  findConfirmed,
  runConfirmed,
} from './previews/run-confirmed.ts';
import type { PendingAction } from './staff-form.ts';
import { rememberTyped } from './undo/typed-form.ts';

export type ConfirmedResult<K extends RouteKey> =
  | (FormActionResult<K> & { pending: null })
  | { response: null; errors: null; pending: PendingAction | null; values: Record<string, string> };

interface ConfirmOptions<K extends RouteKey> {
  api: FormApi;
  page: FormPage;
  form: FormData;
  label: string;
  hasVisitors?: boolean;
  /** Why a response means that the change was not made, for an endpoint that answers for several records. */
  failureOf?: (response: ResponseOf<Contract[K]>) => string | undefined;
}

const nothing = { response: null, errors: null };

/** The field with the fingerprint of the preview that the second press confirms. */
export const confirmationField = 'confirmed';
/** The field of the button that leads back to the form with what was typed. */
export const isCancelledField = 'isCancelled';

/** Why the first of several records was not changed, for a form about one record whose endpoint changes several. */
export const failureOfFirst = ({ results }: { results: { error: { message: string } | null }[] }) =>
  results[0]?.error?.message;

/**
 * Makes the change of a form, or, where it informs somebody and was not confirmed yet, returns whom and with which texts
 * and makes no change. The texts are those of the change itself, tried and taken back. A change that was confirmed but would
 * inform others now, or with other texts, is not made but shown again. `label` names the change for its question and button;
 * `hasVisitors` says that it may inform people without an account.
 */
export async function confirmAction<K extends RouteKey, Context extends unknown[]>(
  { api, page, form, label, hasVisitors = false, failureOf }: ConfirmOptions<K>,
  action: FormAction<K, Context>,
  ...context: Context
): Promise<ConfirmedResult<K>> {
  const checked = (result: FormActionResult<K>): FormActionResult<K> => {
    const message = result.response && failureOf?.(result.response);
    return message ? { response: null, errors: { status: 409, message, fields: {} } } : result;
  };
  if (textOf(form, isCancelledField)) return { ...nothing, pending: null, values: textValuesOf(form) };
  const confirmed = textOf(form, confirmationField);
  if (confirmed) {
    const { wrap, state } = runAsConfirmed(confirmed, hasVisitors, rememberTyped(page, form));
    const made = checked(await action.wrapped(wrap, api, page, form, ...context));
    if (!state.isChanged) return { ...made, pending: null };
  }
  const { wrap, messages, ...others } = tryWithoutWriting(api.db);
  const tried = checked(await action.wrapped(wrap, api, page, form, ...context));
  if (tried.errors) return { ...tried, pending: null };
  const preview = await presentMessagePreview(api.db, messages, { hasVisitors, ...others });
  if (preview.people === 0 && !confirmed)
    return { ...checked(await action(api, page, form, ...context)), pending: null };
  const fields = [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return {
    ...{ ...nothing, values: textValuesOf(form) },
    pending: {
      ...{ label, preview, isChanged: confirmed !== '' },
      fields: fields.filter(([name]) => name !== confirmationField),
    },
  };
}

/**
 * Returns a wrapper of handlers that makes a change only as it was confirmed, and whether it would have been another. The second
 * press of a double click gets the answer of the first.
 */
function runAsConfirmed(
  fingerprint: string,
  hasVisitors: boolean,
  remember: WrapHandler,
): { wrap: WrapHandler; state: { isChanged: boolean } } {
  const state = { isChanged: false };
  const wrap: WrapHandler = (handler) => async (input) => {
    const { db, session } = input as ConfirmedDeps & { session: { user: { id: string } } };
    try {
      return await runConfirmed(input as ConfirmedDeps, fingerprint, remember(handler), hasVisitors);
    } catch (error) {
      const earlier = await findConfirmed(db, session.user.id, fingerprint);
      if (earlier) return earlier.response;
      state.isChanged = error instanceof ChangedPreviewError;
      throw error;
    }
  };
  return { wrap, state };
}

/** Returns a wrapper that runs handlers but stores and sends nothing, and the messages that they gave it. */
function tryWithoutWriting(db: Db) {
  const { queue, collected } = createCollector();
  const wrap: WrapHandler = (handler) => (input) =>
    runRolledBack(db, (trx) => handler({ ...input, db: trx, messages: queue }));
  return { wrap, ...collected };
}
