import type { AstroGlobal } from 'astro';
import { toNationalDigits } from '#lib/server/account/phone.ts';
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
};
const requestCode = formAction('POST /api/v1/auth/login/request-otp/', (_form, user: UserRow) => ({
  body: { countryIsoCode: user.countryIsoCode, phone: toNationalDigits(user.phoneE164, user.countryIsoCode) },
}));
const verifyCode = formAction('POST /api/v1/auth/login/verify-otp/', (form) => ({
  body: { otpId: textOf(form, 'otpId'), otp: textOf(form, 'otp').replace(/\s/g, '') },
}));

export interface PrivacyFormState {
  /** Names the code that was sent; null before that. */
  otpId: string | null;
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
  const start = { otpId: null, errors: null };
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
    if (name === 'code') {
      const { response, errors } = await requestCode(api, page, form, user);
      return { done: null, state: { otpId: response?.otpId ?? null, errors } };
    }
    if (name === 'confirm') {
      const { errors } = await verifyCode(api, page, form);
      return { done: errors ? null : 'confirm', state: { otpId: textOf(form, 'otpId'), errors } };
    }
    const action = name === 'keep' || name === 'delete' || name === 'moonshot' ? name : 'export';
    const { errors } = await actions[action](api, page, form);
    return { done: errors ? null : action, state: { otpId: null, errors } };
  } catch (error) {
    return { done: null, state: { otpId: null, errors: toFormErrors(error) } };
  }
}
