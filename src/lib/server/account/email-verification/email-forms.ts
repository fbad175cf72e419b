import type { AstroGlobal } from 'astro';
import {
  type FormApi,
  type FormErrors,
  formAction,
  readFormData,
  textOf,
  toFormErrors,
} from '#lib/server/http/page-form.ts';
import { verifyEmailPath } from './email-messages.ts';

/** The forms of the page that verifies an email. They are plain forms, so the page works without a script. */
const actions = {
  verify: formAction('POST /api/v1/user/email-verification/verify/', (form) => ({
    body: { code: textOf(form, 'code').replace(/\s/g, '') },
  })),
  resend: formAction('POST /api/v1/user/email-verification/request/', () => ({ body: {} })),
  change: formAction('PATCH /api/v1/user/update/', (form) => ({ body: { email: textOf(form, 'email') } })),
};

type EmailAction = keyof typeof actions;

/** A rejected form: why, and what to show in its field again. */
export interface RejectedEmailForm {
  action: EmailAction | null;
  errors: FormErrors;
  value: string;
}

interface EmailFormResult {
  redirect: Response | null;
  rejected: RejectedEmailForm | null;
}

/**
 * Handles a form that was posted to the page. Returns a redirect to the page after a success, the rejected form after an
 * error, or neither for a request that is not a POST. [C-22]
 */
export async function handleEmailForm(
  page: Pick<AstroGlobal, 'request' | 'response' | 'redirect'>,
  api: FormApi,
): Promise<EmailFormResult> {
  if (page.request.method !== 'POST') return { redirect: null, rejected: null };
  const { done, rejected } = await submitForm(page.request, api);
  if (!rejected) return { redirect: page.redirect(`${verifyEmailPath}?done=${done}`, 303), rejected: null };
  Object.assign(page.response, { status: rejected.errors.status, statusText: '' });
  return { redirect: null, rejected };
}

async function submitForm(
  request: Request,
  api: FormApi,
): Promise<{ done: EmailAction | null; rejected: RejectedEmailForm | null }> {
  try {
    const form = await readFormData(request);
    const action = parseAction(textOf(form, 'action'));
    const { errors } = await actions[action](api, { request }, form);
    const value = textOf(form, action === 'change' ? 'email' : 'code');
    return { done: action, rejected: errors && { action, errors, value } };
  } catch (error) {
    return { done: null, rejected: { action: null, errors: toFormErrors(error), value: '' } };
  }
}

const parseAction = (text: string): EmailAction => (text === 'resend' || text === 'change' ? text : 'verify');

/** Returns the code in the link of the email, which fills in the form, or an empty text. */
export function readCode(url: URL): string {
  const code = url.searchParams.get('code') ?? '';
  return /^[0-9]{6}$/.test(code) ? code : '';
}
