import type { StaffApplication } from '#lib/contract/staff/applications.ts';
import { type StaffMove, staffMoves } from '#lib/domain/staff/staff-actions.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../../confirm-action.ts';
import { integerOf, parseLocalTime, type StaffFormResult } from '../../staff-form.ts';

/** Forms for one interview: book, move or cancel it for the candidate, and record its outcome. */

const path = 'POST /api/v1/staff/job-applications/{jobApplicationId}/';
const paramsOf = (form: FormData) => ({ jobApplicationId: textOf(form, 'applicationId') });

/** A page that shows a booked time sends it along, so another time moves the interview. */
const isMove = (form: FormData): boolean => textOf(form, 'currentSlotId') !== '';
export const labelOfBooking = (form: FormData): string =>
  isMove(form) ? 'Move the interview' : 'Book the interview';
export const doneOfBooking = (form: FormData): string => (isMove(form) ? 'interview-moved' : 'booked');

/** Parses the slot that staff chose, and the one that the page showed as booked. */
export const parseSlotForm = (form: FormData) => ({
  slotId: textOf(form, 'slotId'),
  ...parseCurrentSlot(form),
});

const parseCurrentSlot = (form: FormData) =>
  form.has('currentSlotId') ? { currentSlotId: textOf(form, 'currentSlotId') || null } : {};

const bookAction = formAction(`${path}book-slot/`, (form) => ({
  params: paramsOf(form),
  body: parseSlotForm(form),
}));

/** Parses when and how an interview has taken place. Dates that cannot be read go to the endpoint, which rejects them. */
export const parsePastInterviewForm = (form: FormData) => ({
  ...parseMeetingForm(form),
  stageKey: textOf(form, 'stageKey'),
});

function parseMeetingForm(form: FormData) {
  const timeZone = textOf(form, 'timeZone');
  return {
    startsAt: parseLocalTime(textOf(form, 'startsAt'), timeZone),
    minutes: integerOf(textOf(form, 'minutes')),
    timeZone,
    interviewerId: textOf(form, 'interviewerId') || null,
    mode: textOf(form, 'mode'),
  };
}

/** Parses a time that no slot has. */
export const parseTimeForm = (form: FormData) => ({
  ...parseMeetingForm(form),
  joinUrl: textOf(form, 'joinUrl').trim() || null,
  address: textOf(form, 'address'),
  ...parseCurrentSlot(form),
});

const timeAction = formAction(`${path}book-time/`, (form) => ({
  params: paramsOf(form),
  body: parseTimeForm(form),
}));

const cancelAction = formAction(`${path}cancel-interview/`, (form) => ({
  params: paramsOf(form),
  body: { publicNote: textOf(form, 'publicNote'), mayRebook: textOf(form, 'mayRebook') === 'yes' },
}));

const outcomeAction = formAction('POST /api/v1/staff/job-applications/move/', (form) => ({
  body: { applicationIds: [textOf(form, 'applicationId')], action: textOf(form, 'action') },
}));

/** The result of a booking: the slot that it was made in, which the page then opens. */
export interface BookingFormResult extends StaffFormResult {
  bookedTime?: { slotId: string; startsAt: string } | null;
}

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
): Promise<Partial<BookingFormResult> | null> {
  const kind = textOf(form, 'form');
  if (kind === 'outcome') return recordOutcome(api, page, form);
  if (kind === 'book' || kind === 'time') {
    const confirm = { api, page, form, label: labelOfBooking(form) };
    const action = kind === 'book' ? bookAction : timeAction;
    const { response, ...rest } = await confirmAction(confirm, action as typeof bookAction);
    const bookedTime = response && presentTime(response);
    return {
      ...{ done: response && doneOfBooking(form), ...rest },
      ...(response && { bookedTime }),
      ...(bookedTime && { doneFacts: { at: bookedTime.startsAt } }),
    };
  }
  if (kind !== 'cancel-interview') return null;
  const label = 'Cancel interview';
  const { response, ...rest } = await confirmAction({ api, page, form, label }, cancelAction);
  return { done: response && 'interview-cancelled', ...rest };
}

const presentTime = ({ meeting, appointmentAt }: StaffApplication) =>
  meeting?.slotId && appointmentAt ? { slotId: meeting.slotId, startsAt: appointmentAt } : null;
