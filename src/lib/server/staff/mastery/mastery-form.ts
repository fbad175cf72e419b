import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../confirm-action.ts';
import { handleStaffForm, type StaffFormResult } from '../staff-form.ts';

const completeAction = formAction('POST /api/v1/staff/pm-mastery/{registrationId}/complete/', (form) => ({
  params: { registrationId: textOf(form, 'registrationId') },
  body: {},
}));

/** Handles the buttons that mark people as attended. */
export const handleMasteryAttendanceForm = (api: FormApi, page: FormPage): Promise<StaffFormResult> =>
  handleStaffForm(page.request, async (form) => {
    const label = 'Mark as attended';
    const { response, ...rest } = await confirmAction({ api, page, form, label }, completeAction);
    return { done: response && 'saved', ...rest };
  });
