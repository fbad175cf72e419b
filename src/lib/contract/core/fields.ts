import * as z from 'zod/mini';
import { formatTrimmedText, tooLongText } from '#lib/domain/core/text.ts';

/**
 * The rules of single fields and their messages (FORM-06 to FORM-09), shared by forms and API. Besides this
 * file, a browser may load only callback-fields.ts, portfolio-fields.ts and errors.ts of the contract,
 * because every kind of schema used here adds to the size of the sign-in modal.
 */

export const maxLength = (length: number) => z.maxLength(length, tooLongText(length));

const text = (required: string, length: number) =>
  z
    .string({ error: required })
    .check(z.overwrite(formatTrimmedText), z.minLength(1, required), maxLength(length));

/** 1 to 30 characters, trimmed (FORM-07). */
export const firstName = text('Please enter your first name', 30);

/** At most 30 characters, trimmed (FORM-07). */
export const lastNameText = z
  .string({ error: 'Please enter your last name as text' })
  .check(z.overwrite(formatTrimmedText), maxLength(30));

/**
 * One address, at most 254 characters, no quoted local part (FORM-08, C-37). It is stored as typed and
 * compared in lower case.
 */
export const email = z
  .string({ error: 'Please enter your email address' })
  .check(
    z.overwrite(formatTrimmedText),
    z.minLength(1, 'Please enter your email address'),
    z.maxLength(254, 'Please enter a valid email address'),
    z.regex(
      /^(?!\.)(?!.*\.\.)[^\s"<>(),:;@\\[\]]{1,64}(?<!\.)@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]*[\p{L}\p{N}]$/u,
      'Please enter a valid email address',
    ),
  );

/** Exactly six ASCII digits (FORM-09). */
export const otp = z
  .string({ error: 'Please enter a valid OTP' })
  .check(z.regex(/^[0-9]{6}$/, 'Please enter a valid OTP'));

/** The national digits. Their number depends on the country, see `phoneRule`. */
export const phone = z
  .string({ error: 'This field is required' })
  .check(z.minLength(1, 'This field is required'));

/**
 * Returns the rule of a national number, which forms use (FORM-06). The server also checks that such a line
 * exists (C-14).
 */
export function phoneRule(countryIsoCode: string) {
  const digits = countryIsoCode === 'IN' ? /^[0-9]{10}$/ : /^[0-9]{4,14}$/;
  return phone.check(z.regex(digits, 'Please enter a valid phone number'));
}

/**
 * The ISO 3166-1 alpha-2 code of a supported country; other countries get the error COUNTRY_NOT_SUPPORTED.
 */
export const countryIsoCode = z
  .string({ error: 'Please choose a country' })
  .check(z.regex(/^[A-Z]{2}$/, 'Please choose a country'));

/** Returns how many digits the phone field accepts (AUTH-16). */
export function phoneMaxLength(isoCode: string): number {
  return isoCode === 'IN' ? 10 : 14;
}

/** Returns the message of the first rule that a form field's value breaks, or null. */
export function fieldError(schema: z.ZodMiniType, value: unknown): string | null {
  const result = z.safeParse(schema, value);
  return result.success ? null : (result.error.issues[0]?.message ?? 'Please check this field');
}
