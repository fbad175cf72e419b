import type { ResentMessages } from '#lib/contract/staff/messages.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, type StaffFormResult, textsOf } from '../staff-form.ts';

const parseChosen = (form: FormData) => {
  const only = textOf(form, 'only');
  return { body: { messageIds: only ? [only] : textsOf(form, 'messageId') } };
};
const dismissAction = formAction('POST /api/v1/staff/messages/dismiss/', parseChosen);
const resendAction = formAction('POST /api/v1/staff/messages/resend/', parseChosen);

interface FailedMessagesResult extends StaffFormResult {
  /** What became of the chosen messages that were to be sent again. */
  resent?: ResentMessages;
}

/**
 * Handles the form of the list of messages that failed: the chosen ones, or the one of a line, are marked as done, or the chosen ones
 * are sent again. The page then says which were not, without another address.
 */
export const handleFailedMessagesForm = (api: FormApi, page: FormPage): Promise<FailedMessagesResult> =>
  handleStaffForm<Partial<FailedMessagesResult>>(page.request, async (form) => {
    if (textOf(form, 'form') !== 'resend') {
      const { errors } = await dismissAction(api, page, form);
      return { done: errors ? null : 'messages-dismissed', errors };
    }
    const { response, errors } = await resendAction(api, page, form);
    return { errors, ...(response && { resent: response }) };
  });
