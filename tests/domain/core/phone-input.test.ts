import { expect, test } from 'vitest';
import { isCallingCodeOnly, parseOtpInput, parsePhoneInput } from '#lib/domain/core/phone-input.ts';

test.each([
  ['9876543210', 'IN', 'IN', '9876543210'],
  ['+91 98765 43210', 'IN', 'IN', '9876543210'],
  ['+91 98765 43210', 'US', 'IN', '9876543210'],
  ['0091-98765-43210', 'IN', 'IN', '9876543210'],
  ['098765 43210', 'IN', 'IN', '9876543210'],
  ['919876543210', 'IN', 'IN', '9876543210'],
  ['9198765432', 'IN', 'IN', '9198765432'],
  ['98765432109', 'IN', 'IN', '9876543210'],
  ['+44 7911 123456', 'IN', 'GB', '7911123456'],
  ['+1 (204) 234-5678', 'US', 'US', '2042345678'],
  ['+1 (204) 234-5678', 'IN', 'CA', '2042345678'],
  ['+353 85 012 3456', 'IN', 'IE', '850123456'],
  ['+999 1', 'IN', 'IN', '9991'],
  ['', 'IN', 'IN', ''],
])('[AUTH-16] %s with %s chosen is %s %s', (text, chosen, countryIsoCode, phone) => {
  expect(parsePhoneInput(text, chosen)).toEqual({ countryIsoCode, phone });
});

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['Your Liftoff OTP is 123456. It is valid for 5 minutes.\n@liftoff.example #123456', '123456'],
  ['G-123456 is your code, sent on 9876543210', '123456'],
  ['12', '12'],
  ['1234567', '123456'],
  ['no digits', ''],
])('[AUTH-17] pasting %j types %s', (text, otp) => {
  expect(parseOtpInput(text)).toBe(otp);
});

test.each([
  ['+', true],
  ['+9', true],
  ['+91', true],
  ['+919', false],
  ['919', false],
])('[AUTH-16] %j, typed key by key, is no complete number yet: %j', (text, expected) => {
  expect(isCallingCodeOnly(text)).toBe(expected);
});
