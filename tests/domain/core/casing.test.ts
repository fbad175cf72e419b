import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  camelKey,
  safeCamel,
  snakeKey,
  toCamel,
  toSnake,
  UnsafeShapeError,
} from '#lib/domain/core/casing.ts';

it.each([
  ['countryIsoCode', 'country_iso_code'],
  ['s3Url', 's3_url'],
  ['otpId', 'otp_id'],
  ['192X192', '192X192'],
  ['plain', 'plain'],
  ['notificationPreferences.call', 'notification_preferences.call'],
  ['stages.0.dueAt.inDays', 'stages.0.due_at.in_days'],
])('[API-01] %s is %s on the wire and back', (code, wire) => {
  expect(snakeKey(code)).toBe(wire);
  expect(camelKey(wire)).toBe(code);
});

it('[API-01] values are never converted', () => {
  const value = { status: 'IN_REVIEW', list: ['some_text', { innerKey: 'aB_c' }], at: null };
  expect(toCamel(toSnake(value))).toEqual(value);
});

it('[C-29] any JSON value is converted or rejected by its key, and never reaches a prototype', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      try {
        safeCamel(value);
      } catch (error) {
        expect(error).toBeInstanceOf(UnsafeShapeError);
      }
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    }),
  );
});

it.each(['__proto__', 'constructor', 'prototype', '_Proto__'])(
  '[C-29] the key %s never becomes a prototype',
  (key) => {
    const parsed: unknown = JSON.parse(`{"${key}":{"polluted":true}}`);
    if (key === '_Proto__') expect(Object.keys(safeCamel(parsed) as object)).not.toContain('__proto__');
    else expect(() => safeCamel(parsed)).toThrow(UnsafeShapeError);
  },
);
