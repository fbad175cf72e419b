import { dayText } from '#lib/domain/core/time-text.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../../confirm-action.ts';
import { integerOf } from '../../staff-form.ts';

const joinAction = formAction(
  'POST /api/v1/staff/job-applications/{jobApplicationId}/join/',
  (form, jobApplicationId: string) => ({
    params: { jobApplicationId },
    body: { joinedOn: textOf(form, 'joinedOn') },
  }),
);

const updateAction = formAction('PATCH /api/v1/staff/placements/{placementId}/update/', (form) => ({
  params: { placementId: textOf(form, 'placementId') },
  body: {
    version: integerOf(textOf(form, 'version')),
    joinedOn: textOf(form, 'joinedOn'),
    leftOn: textOf(form, 'leftOn') || null,
    leaveReason: textOf(form, 'leaveReason') || null,
    note: textOf(form, 'note'),
    invoicedOn: textOf(form, 'invoicedOn') || null,
    invoiceReference: textOf(form, 'invoiceReference'),
    feeAmount: parseAmount(textOf(form, 'feeAmount')),
  },
}));

/** An empty field is null; what is no number is rejected by the endpoint. */
function parseAmount(text: string): number | null {
  const digits = text.replace(/[\s,₹]/g, '');
  return digits ? (integerOf(digits) ?? Number.NaN) : null;
}

/** Handles the form of the day of joining, and the one that changes a placement. */
export async function handlePlacementForm(
  api: FormApi,
  page: FormPage,
  form: FormData,
  applicationId: string,
) {
  if (textOf(form, 'form') === 'join') {
    const label = labelOfJoining(textOf(form, 'joinedOn'));
    const { response, ...rest } = await confirmAction({ api, page, form, label }, joinAction, applicationId);
    return { done: response && 'joined', ...rest };
  }
  const { errors } = await updateAction(api, page, form);
  return { done: errors ? null : 'saved', errors };
}

/** The question names the day, so that a wrong one is seen before the candidate is notified. */
const labelOfJoining = (day: string): string =>
  Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? 'Mark as joined' : `Mark as joined on ${dayText(day)}`;
