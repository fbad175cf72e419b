import { toNationalDigits } from '#lib/server/account/phone.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import {
  type FormApi,
  type FormErrors,
  type FormPage,
  formAction,
  textOf,
} from '#lib/server/http/page-form.ts';

/** The forms of `OtpForm.astro`, with which a signed-in person enters an OTP again without leaving the page. [C-20] */

const requestCode = formAction('POST /api/v1/auth/login/request-otp/', (_form, user: UserRow) => ({
  body: { countryIsoCode: user.countryIsoCode, phone: toNationalDigits(user.phoneE164, user.countryIsoCode) },
}));
const verifyCode = formAction('POST /api/v1/auth/login/verify-otp/', (form) => ({
  body: { otpId: textOf(form, 'otpId'), otp: textOf(form, 'otp').replace(/\s/g, '') },
}));

export interface OtpFormState {
  /** Names the code that was sent; null before that. */
  otpId: string | null;
  errors: FormErrors | null;
  /** Whether the right code was entered just now. The session that the middleware has read is the one before it. */
  isConfirmed: boolean;
}

export const emptyOtpForm: OtpFormState = { otpId: null, errors: null, isConfirmed: false };

/** Sends the code or checks it. Returns null for every other form of the page. */
export async function handleOtpForm(
  api: FormApi,
  page: FormPage,
  form: FormData,
  user: UserRow | null,
): Promise<OtpFormState | null> {
  if (!user) return null;
  const otpId = textOf(form, 'otpId') || null;
  switch (textOf(form, 'otpStep')) {
    case 'send': {
      const { response, errors } = await requestCode(api, page, form, user);
      return { otpId: response?.otpId ?? otpId, errors, isConfirmed: false };
    }
    case 'confirm': {
      const { errors } = await verifyCode(api, page, form);
      return { otpId, errors, isConfirmed: errors === null };
    }
    default:
      return null;
  }
}
