import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../confirm-action.ts';
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
    const label = 'Change the award';
    const { response, ...rest } = await confirmAction({ api, page, form, label }, overrideAction, id);
    return { done: response && 'saved', ...rest };
  });
