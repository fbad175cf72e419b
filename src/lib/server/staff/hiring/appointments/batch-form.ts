import type { StaffBatch } from '#lib/contract/staff/appointments.ts';
import { localDateTime } from '#lib/domain/core/zoned-time.ts';
import { type FormApi, type FormPage, formAction, textOf, textValuesOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../../confirm-action.ts';
import { mergeFormText, parseInitialText, staleFormMessage } from '../../merge-form.ts';
import { handleStaffForm, integerOf, parseLocalTime, type StaffFormResult } from '../../staff-form.ts';
import { handleRosterForm, type RosterFormResult } from '../batches/roster-form.ts';

const createAction = formAction('POST /api/v1/staff/batches/create/', (form) => ({
  body: { ...parseBatchForm((name) => textOf(form, name)), jobId: textOf(form, 'jobId') },
}));

const updateAction = formAction(
  'PATCH /api/v1/staff/batches/{batchId}/update/',
  (_, batchId: string, body: Record<string, unknown>) => ({ params: { batchId }, body }),
);

const cancelAction = formAction('POST /api/v1/staff/batches/{batchId}/cancel/', (form) => ({
  params: { batchId: textOf(form, 'batchId') },
  body: { publicNote: textOf(form, 'publicNote') },
}));

function parseBatchForm(text: (name: string) => string) {
  const timeZone = text('timeZone');
  return {
    title: text('title'),
    startsAt: parseLocalTime(text('startsAt'), timeZone),
    endsAt: parseLocalTime(text('endsAt'), timeZone),
    timeZone,
    mode: text('mode'),
    joinUrl: text('joinUrl').trim() || null,
    address: text('address'),
    instructions: text('instructions'),
    capacity: integerOf(text('capacity')),
  };
}

/** Handles the forms of the list of batches: plan a new batch, or cancel one. */
export function handleBatchesForm(api: FormApi, page: FormPage): Promise<StaffFormResult> {
  return handleStaffForm(page.request, async (form) => {
    if (textOf(form, 'form') === 'cancel') {
      const { response, ...rest } = await confirmAction(
        { api, page, form, label: 'Cancel batch' },
        cancelAction,
      );
      return { done: response && 'cancelled', ...rest, values: {} };
    }
    const { response, errors } = await createAction(api, page, form);
    if (errors) return { errors };
    return { done: response.isExisting ? 'there' : 'planned' };
  });
}

/**
 * Handles the forms of one batch: those for its people, and the one that changes it, which sends the changed fields. After a
 * conflict with another edit, returns both merged.
 */
export function handleBatchForm(api: FormApi, page: FormPage, batch: StaffBatch): Promise<RosterFormResult> {
  return handleStaffForm(page.request, async (form): Promise<Partial<RosterFormResult>> => {
    const ofPeople = await handleRosterForm(api, page, form, batch.id);
    if (ofPeople) return ofPeople;
    const initialText = parseInitialText(form);
    const merged = mergeFormText(initialText, textValuesOf(form), formatBatch(batch));
    if (Object.keys(merged.fields).length) {
      const errors = { status: 409, message: staleFormMessage, fields: merged.fields };
      return { errors, values: merged.text };
    }
    const initialBody: Record<string, unknown> = parseBatchForm((name) => initialText[name] ?? '');
    const body = Object.entries(parseBatchForm((name) => textOf(form, name)));
    const changes = Object.fromEntries(body.filter(([name, value]) => value !== initialBody[name]));
    const confirm = { api, page, form, label: 'Save batch' };
    const { errors, pending } = await confirmAction(confirm, updateAction, batch.id, changes);
    return errors || pending ? { errors, pending, values: merged.text } : { done: 'saved' };
  });
}

/** Returns a batch as the text of its form. */
export const formatBatch = (batch: StaffBatch): Record<string, string> => ({
  title: batch.title,
  startsAt: toInputValue(batch.startsAt, batch.timeZone),
  endsAt: toInputValue(batch.endsAt, batch.timeZone),
  timeZone: batch.timeZone,
  mode: batch.mode,
  joinUrl: batch.joinUrl ?? '',
  address: batch.address ?? '',
  instructions: batch.instructions ?? '',
  capacity: String(batch.capacity),
});

/** Returns an instant as the value of a `datetime-local` input. */
const toInputValue = (at: string, timeZone: string): string =>
  localDateTime(new Date(at), timeZone).slice(0, 16);
