import { clearPendingSignIn, savePendingSignIn } from '#lib/browser/pending-sign-in.ts';
import * as rules from '#lib/contract/core/fields.ts';
import { type AuthUser, isWorthPersisting } from '#lib/domain/auth/auth-flow.ts';
import { defaultCountry, findCountry } from '#lib/domain/core/countries.ts';
import { type ParsedPhone, parsePhoneInput } from '#lib/domain/core/phone-input.ts';
import { formatText, formatTrimmedText, stripNonDigits } from '#lib/domain/core/text.ts';
import { $user } from '#lib/stores/account/user.ts';
import { createForm } from '#lib/stores/core/form.ts';
import { $authFlow, $authModal } from './auth-state.ts';

const textFormat = { format: formatText, formatOnBlur: formatTrimmedText };

/** One form for all steps, so that every step has the values entered on the others. [FORM-05 to FORM-09] */
export const authForm = createForm(
  {
    countryIsoCode: defaultCountry.isoCode,
    phone: '',
    firstName: '',
    lastName: '',
    email: '',
    otp: '',
    acceptsOffers: '',
  },
  {
    phone: {
      format: stripNonDigits,
      check: (phone, { countryIsoCode = '' }) => rules.fieldError(rules.phoneRule(countryIsoCode), phone),
    },
    firstName: { ...textFormat, check: (name) => rules.fieldError(rules.firstName, name) },
    lastName: { ...textFormat, check: (name) => rules.fieldError(rules.lastNameText, name) },
    email: { ...textFormat, check: (email) => rules.fieldError(rules.email, email) },
    otp: { format: stripNonDigits, check: (otp) => rules.fieldError(rules.otp, otp) },
  },
);

/** Returns the number in the form. */
export function getPhoneInput(): ParsedPhone {
  const { countryIsoCode, phone } = authForm.$values.get();
  return { countryIsoCode, phone };
}

/** Sets the number. A number's error depends on its country, so another country clears the errors. [FORM-02] */
export function setPhoneInput({ countryIsoCode, phone }: ParsedPhone): void {
  const isOtherCountry = countryIsoCode !== authForm.$values.get().countryIsoCode;
  authForm.change('countryIsoCode', countryIsoCode);
  authForm.change('phone', phone);
  if (isOtherCountry) authForm.setErrors({});
}

/** Returns whether the number in the form is the signed-in person's own. */
export function isOwnPhone(): boolean {
  const user = $user.get();
  const { countryIsoCode, phone } = getPhoneInput();
  return user?.phone === phone && user.countryIsoCode === countryIsoCode;
}

/** Returns the signed-in person; while they change their number, unverified unless the number is their own. [C-23] */
export function getAuthUser(): AuthUser {
  const user = $user.get();
  if ($authFlow.get().intent !== 'CHANGE_PHONE') return user;
  return user && { isPhoneVerified: user.isPhoneVerified && isOwnPhone() };
}

/** Validates the fields. Without cookies a correct OTP would not sign anybody in, so that is an error before an SMS is sent. */
export function validateBeforeOtp(fields: Parameters<typeof authForm.validate>[0]): boolean {
  if (!authForm.validate(fields)) return false;
  if (globalThis.navigator?.cookieEnabled !== false) return true;
  authForm.setErrors(
    {},
    'Your browser blocks cookies, which keep you logged in. Allow cookies for this site and try again.',
  );
  return false;
}

/** Returns the number to start with; the caller may pass a number in any notation, and a country that we do not support. [FORM-05] */
export function parsePhoneOption({ phone, countryIsoCode }: Partial<ParsedPhone>): Partial<ParsedPhone> {
  const country = findCountry(countryIsoCode?.toUpperCase() ?? '') ?? defaultCountry;
  return parsePhoneInput(phone ?? '', country.isoCode);
}

/** Starts to save the modal's state, so that a reload can restore it. The OTP itself is not saved. */
export function persistAuth(): void {
  for (const store of [$authModal, $authFlow, authForm.$values]) store.listen(savePending);
}

function savePending(): void {
  const { isOpen, product, tracking, interrupted, followUp } = $authModal.get();
  const flow = $authFlow.get();
  if (!isOpen || !isWorthPersisting(flow)) {
    clearPendingSignIn();
    return;
  }
  const { otp: _, ...values } = authForm.$values.get();
  savePendingSignIn({ flow, values, options: { product, tracking, interrupted, followUp } });
}
