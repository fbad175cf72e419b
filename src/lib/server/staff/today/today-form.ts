import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, type StaffFormResult } from '../staff-form.ts';

const dismissAction = formAction('POST /api/v1/staff/messages/{messageId}/dismiss/', (form) => ({
  params: { messageId: textOf(form, 'messageId') },
  body: {},
}));

const agendaAction = formAction('POST /api/v1/staff/agenda/', (form) => ({
  body: { isOn: textOf(form, 'agenda') === 'on' },
}));

/** Handles the forms of Today: a message that failed is taken off the list, and the email at 8 am is turned on or off. */
export function handleTodayForm(api: FormApi, page: FormPage): Promise<StaffFormResult> {
  return handleStaffForm(page.request, async (form) => {
    const isAgenda = textOf(form, 'agenda') !== '';
    const { errors } = await (isAgenda ? agendaAction : dismissAction)(api, page, form);
    return { done: errors ? null : 'changed', errors };
  });
}
