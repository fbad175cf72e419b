import * as rules from '#lib/contract/core/fields.ts';
import { defaultCountry } from '#lib/domain/core/countries.ts';
import type { TypedPhone } from '#lib/domain/core/phone-input.ts';
import { formatText, formatTrimmedText, stripNonDigits } from '#lib/domain/core/text.ts';
import { createForm } from '#lib/stores/core/form.ts';

const textFormat = { format: formatText, formatOnBlur: formatTrimmedText };

/** FORM-05 to FORM-09: one form for all steps, so that what was typed on one is there on the next. */
export const authForm = createForm(
  { countryIsoCode: defaultCountry.isoCode, phone: '', firstName: '', lastName: '', email: '', otp: '' },
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

/** What is wrong with a number depends on its country, so both clear the one error (FORM-02). */
export function typePhone({ countryIsoCode, phone }: TypedPhone): void {
  const changed = countryIsoCode !== authForm.$values.get().countryIsoCode;
  authForm.change('countryIsoCode', countryIsoCode);
  authForm.change('phone', phone);
  if (changed) authForm.setErrors({});
}
