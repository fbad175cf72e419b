import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import type { StaffFormResult } from '../staff-form.ts';

const resendAction = formAction('POST /api/v1/staff/messages/{messageId}/resend/', (form) => ({
  params: { messageId: textOf(form, 'messageId') },
  body: { id: textOf(form, 'id'), ...parseWay(textOf(form, 'way')) },
}));

/** Parses a way to send a message again, `sms:+919876543210`. The endpoint rejects what is missing. */
function parseWay(way: string) {
  const [channel = '', ...to] = way.split(':');
  return { channel, to: to.join(':') };
}

/** Handles the form that sends a message again. Returns null for any other form. */
export async function handleMessageForm(
  api: FormApi,
  page: FormPage,
  form: FormData,
): Promise<Partial<StaffFormResult> | null> {
  if (textOf(form, 'form') !== 'resend') return null;
  const { response, errors } = await resendAction(api, page, form);
  if (errors) return { done: null, errors };
  return { done: response.isHeld ? 'held' : 'resent', errors };
}
