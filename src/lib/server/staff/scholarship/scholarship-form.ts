import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, integerOf, type StaffFormResult } from '../staff-form.ts';

const overrideAction = formAction(
  'POST /api/v1/staff/scholarships/{registrationId}/override/',
  (form, registrationId: string) => ({
    params: { registrationId },
    body: {
      sharePercent: integerOf(textOf(form, 'sharePercent')),
      reason: textOf(form, 'reason'),
      publicNote: textOf(form, 'publicNote'),
    },
  }),
);

/** Handles the form that changes an award. */
export const handleOverrideForm = (api: FormApi, page: FormPage, id: string): Promise<StaffFormResult> =>
  handleStaffForm(page.request, async (form) => {
    const { errors } = await overrideAction(api, page, form, id);
    return { done: errors ? null : 'saved', errors };
  });
