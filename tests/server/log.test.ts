import { expect, it } from 'vitest';
import { maskPhone, presentError } from '#lib/server/log.ts';

it('[C-40] a driver’s error is logged without the values of its statement', () => {
  const error = Object.assign(new Error('value out of range'), {
    code: '22003',
    detail: 'Key (phone_e164)=(+919876543210) already exists.',
    query: 'insert into rate_counter …',
    params: ['otp:15m:+919876543210'],
  });
  expect(presentError(error)).toMatchObject({ type: 'Error', message: 'value out of range', code: '22003' });
  expect(JSON.stringify(presentError(error))).not.toContain('9876543210');
});

it('[C-40] a phone is masked to its last two digits', () => {
  expect(maskPhone('+919876543210')).toBe('+**********10');
});
