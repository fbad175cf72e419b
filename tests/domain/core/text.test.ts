import { expect, it } from 'vitest';
import {
  formatText,
  formatTrimmedText,
  parseBoolean,
  prependHttps,
  removeAllButDigitsAndDots,
  stripNonDigits,
} from '#lib/domain/core/text.ts';

it('[FORM-05] text loses control characters and repeated white space, and is trimmed on blur', () => {
  expect(formatText('  Asha \t\n Verma\u0000\u202e ')).toBe(' Asha Verma ');
  expect(formatTrimmedText('  Asha \t Verma ')).toBe('Asha Verma');
  expect(formatTrimmedText('e\u0301')).toBe('é');
});

it('[FORM-05] [FORM-10] phone and OTP contain digits only', () => {
  expect(stripNonDigits('+91 98765-43210 ext')).toBe('919876543210');
  expect(stripNonDigits('१२३')).toBe('');
  expect(removeAllButDigitsAndDots('₹ 4,20,000.50')).toBe('420000.50');
});

it.each([
  ['liftoff.example', 'https://liftoff.example'],
  ['http://a.b', 'http://a.b'],
  ['HTTPS://a.b', 'HTTPS://a.b'],
  ['', ''],
])('[FORM-10] %j with a scheme is %j', (text, expected) => expect(prependHttps(text)).toBe(expected));

it.each([
  ['yes', true],
  ['TRUE', true],
  ['1', true],
  ['no', false],
  ['false', false],
  ['0', false],
  ['maybe', null],
  ['', null],
])('[FORM-10] %j as a boolean is %j', (text, expected) => expect(parseBoolean(text)).toBe(expected));
