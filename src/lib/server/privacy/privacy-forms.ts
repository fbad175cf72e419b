import type { AstroGlobal } from 'astro';
import { emptyOtpForm, handleOtpForm, type OtpFormState } from '#lib/server/auth/otp-form.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import {
  type FormApi,
  type FormErrors,
  formAction,
  readFormData,
  textOf,
  toFormErrors,
} from '#lib/server/http/page-form.ts';

/** The forms of `/account/privacy/`. They are plain forms, so the page works without a script. */
const none = () => ({ body: {} });
const actions = {
  export: formAction('POST /api/v1/user/data-export/', none),
  delete: formAction('POST /api/v1/user/deletion/request/', none),
  keep: formAction('POST /api/v1/user/deletion/cancel/', none),
  moonshot: formAction('POST /api/v1/user/moonshot-consent/withdraw/', none),
  offers: formAction('POST /api/v1/user/offers-consent/', () => ({ body: { isGranted: false } })),
};

export interface PrivacyFormState {
  otp: OtpFormState;
  errors: FormErrors | null;
}

/**
 * Handles a form of the page. Returns a redirect after a success, and otherwise what the page shows: the field for a code that was
 * just sent, or why a form was rejected. [C-20]
 */
export async function handlePrivacyForm(
  page: Pick<AstroGlobal, 'request' | 'response' | 'redirect'>,
  api: FormApi,
  user: UserRow | null,
): Promise<{ redirect: Response | null; state: PrivacyFormState }> {
  const start = { otp: emptyOtpForm, errors: null };
  if (page.request.method !== 'POST' || !user) return { redirect: null, state: start };
  const { done, state } = await submit(page.request, api, user);
  if (done) return { redirect: page.redirect(`/account/privacy/?done=${done}`, 303), state };
  if (state.errors) Object.assign(page.response, { status: state.errors.status, statusText: '' });
  return { redirect: null, state };
}

async function submit(
  request: Request,
  api: FormApi,
  user: UserRow,
): Promise<{ done: string | null; state: PrivacyFormState }> {
  try {
    const form = await readFormData(request);
    const name = textOf(form, 'action');
    const page = { request };
    const otp = await handleOtpForm(api, page, form, user);
    if (otp) return { done: otp.isConfirmed ? 'confirm' : null, state: { otp, errors: otp.errors } };
    const action = (Object.keys(actions) as (keyof typeof actions)[]).find((one) => one === name) ?? 'export';
    const { errors } = await actions[action](api, page, form);
    return { done: errors ? null : action, state: { otp: emptyOtpForm, errors } };
  } catch (error) {
    return { done: null, state: { otp: emptyOtpForm, errors: toFormErrors(error) } };
  }
}
