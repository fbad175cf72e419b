import { isCalendarDay } from '#lib/domain/core/calendar.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { instantOf } from '#lib/domain/core/zoned-time.ts';
import { parsePay } from '#lib/domain/hiring/jobs/pay-input.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../confirm-action.ts';
import { handleStaffForm, type StaffFormResult } from '../staff-form.ts';

const paymentAction = formAction(
  'POST /api/v1/staff/enrolments/{enrolmentId}/record-payment/',
  (form, enrolmentId: string) => ({
    params: { enrolmentId },
    body: {
      amount: parsePay(textOf(form, 'amount')),
      method: textOf(form, 'method'),
      reference: textOf(form, 'reference'),
      receivedAt: parseDay(textOf(form, 'receivedAt')),
    },
  }),
);

const moveAction = formAction(
  'POST /api/v1/staff/enrolments/{enrolmentId}/move/',
  (form, enrolmentId: string) => ({
    params: { enrolmentId },
    body: {
      action: textOf(form, 'action'),
      reasonCode: textOf(form, 'reasonCode') || null,
      publicNote: textOf(form, 'publicNote'),
      privateNote: textOf(form, 'privateNote'),
    },
  }),
);

/** Returns the beginning of a day in India. Returns any other text as it is: the endpoint rejects it. */
const parseDay = (day: string): string =>
  isCalendarDay(day) ? instantOf(day, '00:00', defaultTimeZone).toISOString() : day;

/** Handles the forms on an enrolment's page: record a payment, or move the enrolment. */
export function handleStaffEnrolmentForm(api: FormApi, page: FormPage, id: string): Promise<StaffFormResult> {
  return handleStaffForm(page.request, async (form) => {
    const isPayment = textOf(form, 'form') === 'payment';
    const confirm = { api, page, form, label: isPayment ? 'Record the payment' : 'Change the enrolment' };
    const { response, ...rest } = await (isPayment
      ? confirmAction(confirm, paymentAction, id)
      : confirmAction(confirm, moveAction, id));
    return { done: response && (isPayment ? 'paid' : 'moved'), ...rest };
  });
}
