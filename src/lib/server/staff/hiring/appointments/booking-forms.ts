import { type StaffMove, staffMoves } from '#lib/domain/staff/staff-actions.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../../confirm-action.ts';
import type { StaffFormResult } from '../../staff-form.ts';

/** Forms for one interview: book, move or cancel it for the candidate, and record its outcome. */

const path = 'POST /api/v1/staff/job-applications/{jobApplicationId}/';
const paramsOf = (form: FormData) => ({ jobApplicationId: textOf(form, 'applicationId') });

const bookAction = formAction(`${path}book-slot/`, (form) => ({
  params: paramsOf(form),
  body: { slotId: textOf(form, 'slotId') },
}));

const cancelAction = formAction(`${path}cancel-interview/`, (form) => ({
  params: paramsOf(form),
  body: { publicNote: textOf(form, 'publicNote'), mayRebook: textOf(form, 'mayRebook') === 'yes' },
}));

const outcomeAction = formAction('POST /api/v1/staff/job-applications/move/', (form) => ({
  body: { applicationIds: [textOf(form, 'applicationId')], action: textOf(form, 'action') },
}));

type FormResult = Promise<Partial<StaffFormResult>>;

async function recordOutcome(api: FormApi, page: FormPage, form: FormData): FormResult {
  const label = staffMoves[textOf(form, 'action') as StaffMove] ?? 'Move';
  const { response, ...rest } = await confirmAction({ api, page, form, label }, outcomeAction);
  const message = response?.results[0]?.error?.message;
  if (message) return { errors: { status: 409, message, fields: {} } };
  return { done: response && 'moved', ...rest };
}

/** Handles a form for one interview. Returns null for any other form. */
export async function handleBookingForm(
  api: FormApi,
  page: FormPage,
  form: FormData,
): Promise<Partial<StaffFormResult> | null> {
  const kind = textOf(form, 'form');
  if (kind === 'outcome') return recordOutcome(api, page, form);
  if (kind !== 'book' && kind !== 'cancel-interview') return null;
  if (kind === 'book') {
    const label = 'Book the interview';
    const { response, ...rest } = await confirmAction({ api, page, form, label }, bookAction);
    return { done: response && 'booked', ...rest };
  }
  const label = 'Cancel interview';
  const { response, ...rest } = await confirmAction({ api, page, form, label }, cancelAction);
  return { done: response && 'interview-cancelled', ...rest };
}
