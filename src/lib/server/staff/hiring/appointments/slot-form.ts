import type { ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { staffAppointmentRoutes } from '#lib/contract/staff/appointments.ts';
import { slotCountsText } from '#lib/domain/hiring/appointments/slot-times.ts';
import { type FormApi, type FormPage, formAction, textOf, textValuesOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../../confirm-action.ts';
import { handleStaffForm, integerOf, textsOf } from '../../staff-form.ts';
import { type BookingFormResult, handleBookingForm } from './booking-forms.ts';

type CreateSlotsResponse = ResponseOf<(typeof staffAppointmentRoutes)['POST /api/v1/staff/slots/create/']>;

export interface SlotFormResult extends BookingFormResult {
  weekdays?: string[];
  /** The slots that would be created. */
  preview?: CreateSlotsResponse | null;
  /** The number of created slots, for the address of the next page; `slotsDoneMessage` reads it. */
  counts?: Record<string, string>;
}

const createAction = formAction('POST /api/v1/staff/slots/create/', parseSlotForm);

const cancelAction = formAction('POST /api/v1/staff/slots/{slotId}/cancel/', (form) => ({
  params: { slotId: textOf(form, 'slotId') },
  body: { publicNote: textOf(form, 'publicNote') },
}));

const assignAction = formAction('PATCH /api/v1/staff/slots/{slotId}/update/', (form) => ({
  params: { slotId: textOf(form, 'slotId') },
  body: { interviewerId: textOf(form, 'interviewerId') || null },
}));

function parseSlotForm(form: FormData) {
  // The field has one of the values of `listInterviews`.
  const [jobId = '', stageKey = null] = textOf(form, 'jobId').split('/');
  const body = {
    jobId,
    stageKey,
    weekdays: textsOf(form, 'weekdays').map(Number),
    fromDate: textOf(form, 'fromDate'),
    toDate: textOf(form, 'toDate'),
    opens: textOf(form, 'opens').slice(0, 5),
    closes: textOf(form, 'closes').slice(0, 5),
    minutes: integerOf(textOf(form, 'minutes')),
    pauseMinutes: integerOf(textOf(form, 'pauseMinutes')),
    timeZone: textOf(form, 'timeZone'),
    mode: textOf(form, 'mode'),
    joinUrl: textOf(form, 'joinUrl').trim() || null,
    address: textOf(form, 'address'),
    instructions: textOf(form, 'instructions'),
    capacity: integerOf(textOf(form, 'capacity')),
    interviewerId: textOf(form, 'interviewerId') || null,
    isPreview: textOf(form, 'step') === 'look',
  };
  return { body };
}

/**
 * Handles the forms of the list of slots: weekly availability, previewed or turned into slots, the interviewer of a slot,
 * cancelling a slot, and the forms for its interviews.
 */
export function handleSlotsForm(api: FormApi, page: FormPage): Promise<SlotFormResult> {
  return handleStaffForm(page.request, async (form): Promise<Partial<SlotFormResult>> => {
    const booking = await handleBookingForm(api, page, form);
    if (booking) return booking;
    if (textOf(form, 'form') === 'cancel') {
      const { response, ...rest } = await confirmAction(
        { api, page, form, label: 'Cancel slot' },
        cancelAction,
      );
      return { done: response && 'cancelled', ...rest, values: {} };
    }
    if (textOf(form, 'form') === 'assign') {
      const label = 'Change the interviewer';
      const { response, ...rest } = await confirmAction({ api, page, form, label }, assignAction);
      return { done: response && 'assigned', ...rest, values: {} };
    }
    const { response, errors } = await createAction(api, page, form);
    if (response && !response.isPreview) {
      const { created, existing, past } = response;
      const counts = { created: String(created), existing: String(existing), past: String(past) };
      return { done: 'planned', counts };
    }
    return {
      errors,
      values: textValuesOf(form),
      weekdays: textsOf(form, 'weekdays'),
      preview: response,
    };
  });
}

/** Returns how many slots the form has created, from the address of the page that follows it. */
export function slotsDoneMessage(search: URLSearchParams): string | null {
  if (search.get('done') !== 'planned') return null;
  const count = (name: string) => Number(/^\d{1,4}$/.exec(search.get(name) ?? '')?.[0] ?? 0);
  return slotCountsText(
    { created: count('created'), existing: count('existing'), past: count('past') },
    false,
  );
}
