import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../confirm-action.ts';
import { handleStaffForm, type StaffFormResult } from '../staff-form.ts';

const inputOf = (form: FormData) => ({
  params: { registrationId: textOf(form, 'registrationId') },
  body: {},
});
const completeAction = formAction('POST /api/v1/staff/pm-mastery/{registrationId}/complete/', inputOf);
const missAction = formAction('POST /api/v1/staff/pm-mastery/{registrationId}/miss/', inputOf);

/** Handles the buttons that mark people as attended or as absent. */
export const handleMasteryAttendanceForm = (api: FormApi, page: FormPage): Promise<StaffFormResult> =>
  handleStaffForm(page.request, async (form) => {
    const isMissed = textOf(form, 'attendance') === 'missed';
    const label = isMissed ? 'Mark as missed' : 'Mark as attended';
    const action = isMissed ? missAction : completeAction;
    const { response, ...rest } = await confirmAction({ api, page, form, label }, action);
    return { done: response && 'saved', ...rest };
  });
