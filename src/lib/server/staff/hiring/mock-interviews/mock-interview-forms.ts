import { parsePay } from '#lib/domain/hiring/jobs/pay-input.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../../confirm-action.ts';
import { handleStaffForm, type StaffFormResult } from '../../staff-form.ts';

/** Forms of the staff's pages of experts and of mock interviews. */

const createAction = formAction('POST /api/v1/staff/experts/create/', (form) => ({
  body: {
    countryIsoCode: 'IN',
    phone: textOf(form, 'phone').replace(/\D/g, '').slice(-10),
    coachSlug: textOf(form, 'coachSlug'),
  },
}));

const removeAction = formAction('POST /api/v1/staff/experts/{expertId}/remove/', (form) => ({
  params: { expertId: textOf(form, 'expertId') },
  body: {},
}));

const paramsOf = (form: FormData) => ({ mockInterviewId: textOf(form, 'mockInterviewId') });

const moveAction = formAction('POST /api/v1/staff/mock-interviews/{mockInterviewId}/move/', (form) => ({
  params: paramsOf(form),
  body: { action: textOf(form, 'action'), publicNote: textOf(form, 'publicNote') },
}));

const rescheduleAction = formAction(
  'POST /api/v1/staff/mock-interviews/{mockInterviewId}/reschedule/',
  (form) => ({ params: paramsOf(form), body: { slotId: textOf(form, 'slotId') } }),
);

/** Handles the forms of the page of experts: give the profile, or remove it. */
export const handleExpertsForm = (api: FormApi, page: FormPage): Promise<StaffFormResult> =>
  handleStaffForm(page.request, async (form) => {
    const isRemoval = textOf(form, 'form') === 'remove';
    const confirm = { api, page, form, label: isRemoval ? 'Remove the expert' : 'Add the expert' };
    const { response, ...rest } = await (isRemoval
      ? confirmAction(confirm, removeAction)
      : confirmAction(confirm, createAction));
    return { done: response && (isRemoval ? 'expert-removed' : 'expert-added'), ...rest };
  });

/** Handles the forms of the list of mock interviews: the result, a cancellation, or another time. */
export const handleMockInterviewsForm = (api: FormApi, page: FormPage): Promise<StaffFormResult> =>
  handleStaffForm(page.request, async (form) => {
    const isMove = textOf(form, 'form') === 'move';
    const isCancelled = textOf(form, 'action').startsWith('CANCEL');
    const label = isCancelled ? 'Cancel the mock interview' : 'Save the result';
    const confirm = { api, page, form, label: isMove ? 'Move the mock interview' : label };
    const { response, ...rest } = await (isMove
      ? confirmAction(confirm, rescheduleAction)
      : confirmAction(confirm, moveAction));
    return { done: response && 'moved', ...rest };
  });

const paymentAction = formAction('POST /api/v1/staff/interview-passes/record-payment/', (form) => ({
  body: {
    countryIsoCode: 'IN',
    phone: textOf(form, 'phone').replace(/\D/g, '').slice(-10),
    amount: parsePay(textOf(form, 'amount')),
    method: textOf(form, 'method'),
    reference: textOf(form, 'reference'),
  },
}));

/** Handles the form that records a payment for mock interviews. */
export const handlePassPaymentForm = (api: FormApi, page: FormPage): Promise<StaffFormResult> =>
  handleStaffForm(page.request, async (form) => {
    const label = 'Record the payment';
    const { response, ...rest } = await confirmAction({ api, page, form, label }, paymentAction);
    return { done: response && 'paid', ...rest };
  });
