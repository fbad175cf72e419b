import { validate as isUuid } from 'uuid';
import type { ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { staffBatchRoutes } from '#lib/contract/staff/hiring/batches.ts';
import { type StaffMove, staffMoves } from '#lib/domain/staff/staff-actions.ts';
import { type FormApi, type FormPage, formAction, textOf, textValuesOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../../confirm-action.ts';
import { isTemplateStep } from '../../messages/use-template.ts';
import { type StaffFormResult, textsOf } from '../../staff-form.ts';
import { rememberTyped } from '../../undo/typed-form.ts';

/** Forms for the people in a batch: attendance, outcomes, and a message to everybody. */

export type BatchMessagePreview = ResponseOf<
  (typeof staffBatchRoutes)['POST /api/v1/staff/batches/{batchId}/messages/create/']
>;

export interface RosterFormResult extends StaffFormResult {
  /** Who would get the message that the form contains. */
  preview?: BatchMessagePreview;
}
type Result = Promise<Partial<RosterFormResult>>;

/** A button's value is `applicationId:STATUS`, `applicationId:` to remove the mark, and `all:PRESENT` for everybody else. */
const markAction = formAction('POST /api/v1/staff/batches/{batchId}/attendance/', (form, batchId: string) => {
  const [whom = '', status = ''] = textOf(form, 'mark').split(':');
  return {
    params: { batchId },
    body: {
      day: textOf(form, 'day'),
      status: status || null,
      ...(whom !== 'all' && { applicationIds: [whom] }),
    },
  };
});

const moveAction = formAction(
  'POST /api/v1/staff/job-applications/move/',
  (_, applicationIds: string[], action: string) => ({ body: { applicationIds, action } }),
);

const messageAction = formAction(
  'POST /api/v1/staff/batches/{batchId}/messages/create/',
  (form, batchId: string, id: string, isPreview: boolean) => ({
    params: { batchId },
    body: {
      id,
      subject: textOf(form, 'subject'),
      text: textOf(form, 'text'),
      isPreview,
      ...(!isPreview && { fingerprint: textOf(form, 'confirmed') || undefined }),
    },
  }),
);

/** Handles a form for the people in a batch. Returns null for any other form. */
export async function handleRosterForm(
  api: FormApi,
  page: FormPage,
  form: FormData,
  batchId: string,
): Promise<Partial<RosterFormResult> | null> {
  const kind = textOf(form, 'form');
  if (kind === 'message') return sendMessage(api, page, form, batchId);
  if (kind === 'complete') return recordOutcome(api, page, form, textsOf(form, 'id'), 'COMPLETE_TRAINING');
  if (kind !== 'roster') return null;
  const [id = '', action = ''] = textOf(form, 'outcome').split(':');
  if (action) return recordOutcome(api, page, form, [id], action);
  const { errors } = await markAction(api, page, form, batchId);
  return { done: errors ? null : 'marked', errors };
}

async function recordOutcome(
  api: FormApi,
  page: FormPage,
  form: FormData,
  ids: string[],
  action: string,
): Result {
  const label = staffMoves[action as StaffMove] ?? 'Move';
  const { response, ...rest } = await confirmAction({ api, page, form, label }, moveAction, ids, action);
  if (!response) return rest;
  const failed = response.results.flatMap(({ number, error }) =>
    error ? [`${number ?? 'Gone'}: ${error.message}`] : [],
  );
  if (!failed.length) return { done: 'moved' };
  const moved = response.moved ? `${response.moved} recorded. ` : '';
  return { errors: { status: 409, message: `${moved}${failed.join(' ')}`, fields: {} } };
}

async function sendMessage(api: FormApi, page: FormPage, form: FormData, batchId: string): Result {
  if (isTemplateStep(textOf(form, 'step'))) return { values: textValuesOf(form) };
  const sentId = textOf(form, 'id');
  const id = isUuid(sentId) ? sentId : crypto.randomUUID();
  const isPreview = textOf(form, 'step') !== 'send';
  const { response, errors } = await (isPreview
    ? messageAction(api, page, form, batchId, id, true)
    : messageAction.wrapped(rememberTyped(page, form), api, page, form, batchId, id, false));
  if (response && !isPreview) return { done: 'written' };
  const values = textValuesOf(form);
  if (response) return { preview: response, values };
  if (errors.errorCode !== 'STALE_WRITE') return { errors };
  const again = await messageAction(api, page, form, batchId, id, true);
  return { errors, values, ...(again.response && { preview: again.response }) };
}
