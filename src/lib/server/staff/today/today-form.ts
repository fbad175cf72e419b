import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, type StaffFormResult } from '../staff-form.ts';
import { emailSwitches } from './email-switches.ts';

const leadSwitches = ['newLeads', 'ownLeads'] as const;

const dismissAction = formAction('POST /api/v1/staff/messages/{messageId}/dismiss/', (form) => ({
  params: { messageId: textOf(form, 'messageId') },
  body: {},
}));

const markReadAction = formAction('POST /api/v1/staff/offers/{offerId}/mark-read/', (form) => ({
  params: { offerId: textOf(form, 'offerId') },
  body: {},
}));

const agendaAction = formAction('POST /api/v1/staff/agenda/', (form) => ({
  body: { isOn: textOf(form, 'agenda') === 'on' },
}));

const leadsAction = formAction('POST /api/v1/staff/lead-alerts/', (form) => ({
  body: Object.fromEntries(
    leadSwitches.flatMap((name) => (form.has(name) ? [[name, textOf(form, name) === 'on']] : [])),
  ),
}));

/** Handles the forms of Today: a message that failed or the answer to an offer is taken off the list, and one of the emails to staff is turned on or off. */
export function handleTodayForm(api: FormApi, page: FormPage): Promise<StaffFormResult> {
  return handleStaffForm(page.request, async (form) => {
    const changed = emailSwitches.find((name) => form.has(name));
    if (!changed) {
      const { errors } = await (form.has('offerId') ? markReadAction : dismissAction)(api, page, form);
      return { done: errors ? null : 'changed', errors };
    }
    const { errors } = await (changed === 'agenda' ? agendaAction : leadsAction)(api, page, form);
    return { done: errors ? null : textOf(form, changed) === 'on' ? 'email-on' : 'email-off', errors };
  });
}
