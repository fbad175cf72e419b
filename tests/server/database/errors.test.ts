import { describe, expect, it } from 'vitest';
import { isUnavailable, isUniqueViolation } from '#lib/server/db/index.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('failed'), { code }, more);

describe('isUnavailable', () => {
  it.each([
    'ENOSPC',
    'EDQUOT',
    '53100',
    '53200',
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    '08006',
    '53300',
    '57P01',
    '57P03',
    '57014',
    '25P03',
  ])('%s', (code) => {
    expect(isUnavailable(withCode(code))).toBe(true);
  });

  it('is true when every address of a host rejects the connection, and when the cause is such a failure', () => {
    expect(isUnavailable(new AggregateError([withCode('ECONNREFUSED')]))).toBe(true);
    expect(isUnavailable(new Error('outer', { cause: withCode('57P01') }))).toBe(true);
  });

  it.each(['23505', '22P02', '42P01', '40001'])('is false for a mistake of ours: %s', (code) => {
    expect(isUnavailable(withCode(code))).toBe(false);
  });

  it('is false for values that are not errors', () => {
    expect(isUnavailable('ECONNREFUSED')).toBe(false);
    expect(isUnavailable(undefined)).toBe(false);
  });
});

it('isUniqueViolation tells indexes apart', () => {
  const error = withCode('23505', { constraint: 'app_user_phone_owner' });
  expect(isUniqueViolation(error)).toBe(true);
  expect(isUniqueViolation(error, 'app_user_phone_owner')).toBe(true);
  expect(isUniqueViolation(error, 'app_user_email_owner')).toBe(false);
  expect(isUniqueViolation(null)).toBe(false);
});
