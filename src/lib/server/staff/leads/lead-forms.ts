import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleMessageForm } from '../messages/message-form.ts';
import { handleStaffForm, parseLocalTime, type StaffFormResult } from '../staff-form.ts';

/** The forms of the list of leads and of the page of one lead. */

const assignNextAction = formAction('POST /api/v1/staff/leads/take-next/', () => ({ body: {} }));

const saveFilterAction = formAction('POST /api/v1/staff/lead-filters/save/', (form) => ({
  body: { name: textOf(form, 'name'), search: textOf(form, 'filters') },
}));

const deleteFilterAction = formAction('POST /api/v1/staff/lead-filters/{filterId}/delete/', (form) => ({
  params: { filterId: textOf(form, 'filterId') },
  body: {},
}));

interface LeadsFormResult extends StaffFormResult {
  /** The lead that was taken. */
  leadId?: string | null;
}

/** Handles the forms of the list: take the next lead, and save or delete a list. */
export function handleLeadsForm(api: FormApi, page: FormPage): Promise<LeadsFormResult> {
  return handleStaffForm<Partial<LeadsFormResult>>(page.request, async (form) => {
    const action = textOf(form, 'form');
    if (action === 'take') {
      const { response, errors } = await assignNextAction(api, page, form);
      return { errors, leadId: response?.lead?.id ?? null, done: response && !response.lead ? 'none' : null };
    }
    const isSave = action === 'save';
    const { errors } = await (isSave ? saveFilterAction : deleteFilterAction)(api, page, form);
    return { errors, done: errors ? null : isSave ? 'listed' : 'unlisted' };
  });
}

const actions = {
  attempt: formAction('POST /api/v1/staff/leads/{leadId}/log-attempt/', (form, leadId: string) => ({
    params: { leadId },
    body: {
      attemptId: textOf(form, 'attemptId') || undefined,
      channel: textOf(form, 'channel') || 'CALL',
      outcome: textOf(form, 'outcome'),
      callAt: parseLocalTime(textOf(form, 'callAt'), defaultTimeZone) || null,
      note: textOf(form, 'note'),
    },
  })),
  plan: formAction('POST /api/v1/staff/leads/{leadId}/plan-call/', (form, leadId: string) => ({
    params: { leadId },
    body: { callAt: parseLocalTime(textOf(form, 'callAt'), defaultTimeZone) },
  })),
  move: formAction('POST /api/v1/staff/leads/{leadId}/move/', (form, leadId: string) => ({
    params: { leadId },
    body: {
      action: textOf(form, 'action'),
      reasonCode: textOf(form, 'reasonCode') || null,
      enrolmentId: textOf(form, 'enrolmentId') || null,
      note: textOf(form, 'moveNote'),
    },
  })),
  note: formAction('POST /api/v1/staff/leads/{leadId}/note/', (form, leadId: string) => ({
    params: { leadId },
    body: { text: textOf(form, 'text') },
  })),
  merge: formAction('POST /api/v1/staff/leads/{leadId}/merge/', (form, leadId: string) => ({
    params: { leadId },
    body: { otherLeadId: textOf(form, 'otherLeadId') },
  })),
  assign: formAction('POST /api/v1/staff/leads/{leadId}/assign/', (form, leadId: string) => ({
    params: { leadId },
    body: { ownerId: textOf(form, 'ownerId') },
  })),
};

const doneOf = {
  attempt: 'logged',
  plan: 'call-planned',
  move: 'changed',
  note: 'noted',
  assign: 'owned',
  merge: 'merged',
} as const;

/** Handles the forms on a lead's page: log an attempt, close or reopen it, add a note, assign or merge it. */
export function handleLeadForm(api: FormApi, page: FormPage, id: string): Promise<StaffFormResult> {
  return handleStaffForm<Partial<StaffFormResult>>(page.request, async (form) => {
    const ofMessage = await handleMessageForm(api, page, form);
    if (ofMessage) return ofMessage;
    // Without an outcome, such as after Enter in the field of the time, only the next call is planned.
    const name = textOf(form, 'outcome') ? 'attempt' : textOf(form, 'form');
    const key = Object.hasOwn(actions, name) ? (name as keyof typeof actions) : 'note';
    const { response, errors } = await (actions[key] as typeof actions.plan)(api, page, form, id);
    const doneFacts = key === 'plan' && response && { at: response.dueAt };
    return { done: errors ? null : doneOf[key], ...(doneFacts && { doneFacts }), errors };
  });
}
