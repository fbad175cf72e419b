import type { NotificationText } from '#lib/contract/staff/hiring/notification-texts.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, integerOf, type StaffFormResult } from '../staff-form.ts';

/** The form of the text about a move: change it, or use the standard text again. */

export interface NotificationTextFormResult extends StaffFormResult {
  /** The text as somebody else has saved it meanwhile. */
  current?: NotificationText | undefined;
}

const path = '/api/v1/staff/notification-texts/{action}/';
const versionOf = (form: FormData) => integerOf(textOf(form, 'version'));
const updateAction = formAction(`PATCH ${path}update/`, (form, action: string) => ({
  params: { action },
  body: {
    subject: textOf(form, 'subject'),
    text: textOf(form, 'text'),
    shortText: textOf(form, 'shortText'),
    version: versionOf(form),
  },
}));
const restoreAction = formAction(`POST ${path}restore/`, (form, action: string) => ({
  params: { action },
  body: { version: versionOf(form) },
}));

/** Handles the form of the page of one text. */
export function handleNotificationTextForm(
  api: FormApi,
  page: FormPage,
  action: string,
): Promise<NotificationTextFormResult> {
  return handleStaffForm<Partial<NotificationTextFormResult>>(page.request, async (form) => {
    const isRestored = textOf(form, 'form') === 'restore';
    const { errors } = await (isRestored ? restoreAction : updateAction)(api, page, form, action);
    const current = errors?.current as NotificationText | undefined;
    const done = isRestored ? 'text-restored' : 'text-saved';
    return { done: errors ? null : done, errors, ...(current && { current }) };
  });
}
