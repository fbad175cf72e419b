import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, type StaffFormResult, textsOf } from '../staff-form.ts';

const dismissAction = formAction('POST /api/v1/staff/messages/dismiss/', (form) => {
  const only = textOf(form, 'only');
  return { body: { messageIds: only ? [only] : textsOf(form, 'messageId') } };
});

/** Handles the form of the list of messages that failed: the chosen ones, or the one of a line, are marked as done. */
export const handleFailedMessagesForm = (api: FormApi, page: FormPage): Promise<StaffFormResult> =>
  handleStaffForm(page.request, async (form) => {
    const { errors } = await dismissAction(api, page, form);
    return { done: errors ? null : 'messages-dismissed', errors };
  });
