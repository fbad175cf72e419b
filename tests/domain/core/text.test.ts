import { expect, it } from 'vitest';
import {
  formatText,
  formatTrimmedText,
  parseBoolean,
  prependHttps,
  removeAllButDigitsAndDots,
  splitReferences,
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

const referencesIn = (text: string) =>
  splitReferences(text).flatMap((part) => (part.isReference ? [part.text] : []));

it('a text is split around its references and codes, and nothing of it is lost', () => {
  const text = 'Order to cash associate (SLO-OTC-12-COL) · MS-26-00817, call CB-7K3F-9Q2M of LD-00042';
  expect(referencesIn(text)).toEqual(['SLO-OTC-12-COL', 'MS-26-00817', 'CB-7K3F-9Q2M', 'LD-00042']);
  expect(
    splitReferences(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

it('words, days and a beginning of a reference are no references', () => {
  expect(referencesIn('E-COMMERCE sales, non-voice, 2026-11-27, B2B-SaaS')).toEqual([]);
  expect(splitReferences('')).toEqual([]);
});
