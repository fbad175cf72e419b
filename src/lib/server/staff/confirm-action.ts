import type { RouteKey } from '#lib/contract/index.ts';
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
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { presentMessagePreview } from './previews/present-preview.ts';
import type { PendingAction } from './staff-form.ts';

export type ConfirmedResult<K extends RouteKey> =
  | (FormActionResult<K> & { pending: null })
  | { response: null; errors: null; pending: PendingAction; values: Record<string, string> };

/**
 * Makes the change of a form, or, where it informs somebody and was not confirmed yet, returns whom and with which texts
 * and makes no change. The texts are those of the change itself, tried and taken back. `label` names the change for its
 * question and its button.
 */
export async function confirmAction<K extends RouteKey, Context extends unknown[]>(
  { api, page, form, label }: { api: FormApi; page: FormPage; form: FormData; label: string },
  action: FormAction<K, Context>,
  ...context: Context
): Promise<ConfirmedResult<K>> {
  if (textOf(form, 'isConfirmed') !== 'yes') {
    const { wrap, messages } = tryWithoutWriting(api.db);
    const tried = await action.wrapped(wrap, api, page, form, ...context);
    if (tried.errors) return { ...tried, pending: null };
    const preview = await presentMessagePreview(api.db, messages);
    if (preview.people > 0) {
      const fields = [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string');
      return {
        ...{ response: null, errors: null, values: textValuesOf(form) },
        pending: { label, preview, fields },
      };
    }
  }
  return { ...(await action(api, page, form, ...context)), pending: null };
}

/** Returns a wrapper of handlers that stores and sends nothing, and the messages that they would send. */
function tryWithoutWriting(db: Db): { wrap: WrapHandler; messages: QueuedMessage[] } {
  const messages: QueuedMessage[] = [];
  const queue: UnitOfWork['messages']['queue'] = async (_, ...queued) => void messages.push(...queued);
  return {
    messages,
    wrap: (handler) => (input) =>
      runRolledBack(db, (trx) => handler({ ...input, db: trx, messages: { queue } })),
  };
}
