import { parsePay } from '#lib/domain/hiring/jobs/pay-input.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
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
    const { errors } = await (isRemoval ? removeAction : createAction)(api, page, form);
    return { done: errors ? null : isRemoval ? 'changed' : 'added', errors };
  });

/** Handles the forms of the list of mock interviews: the result, a cancellation, or another time. */
export const handleMockInterviewsForm = (api: FormApi, page: FormPage): Promise<StaffFormResult> =>
  handleStaffForm(page.request, async (form) => {
    const isMove = textOf(form, 'form') === 'move';
    const { errors } = await (isMove ? rescheduleAction : moveAction)(api, page, form);
    return { done: errors ? null : 'moved', errors };
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
    const { errors } = await paymentAction(api, page, form);
    return { done: errors ? null : 'paid', errors };
  });
