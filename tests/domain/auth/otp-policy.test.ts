import { expect, it } from 'vitest';
import { canCall, otpPolicy } from '#lib/domain/auth/otp-policy.ts';
import { generateCode, hashCode, matchesCode } from '#lib/server/core/one-time-code.ts';

it('[C-01] 000000 and 999999 are reachable, and every code has six digits', () => {
  expect(generateCode(() => 0)).toBe('000000');
  expect(generateCode((below) => below - 1)).toBe('999999');
  for (let n = 0; n < 1000; n += 1) expect(generateCode()).toMatch(/^\d{6}$/);
});

it('[C-02] [C-03] [C-09] the limits have the specified values', () => {
  expect(otpPolicy).toMatchObject({ lifetimeSeconds: 300, attemptsPerCode: 5, resendSeconds: 30 });
});

it('[AUTH-14] offers a call only after two resends, and only in India', () => {
  expect(canCall({ countryIsoCode: 'IN', resendCount: 1 })).toBe(false);
  expect(canCall({ countryIsoCode: 'IN', resendCount: 2 })).toBe(true);
  expect(canCall({ countryIsoCode: 'US', resendCount: 5 })).toBe(false);
});

it('[C-07] [C-08] a hashed code matches only with its id, purpose and number, also after a rotation of the key', () => {
  const binding = { id: 'a', purpose: 'LOGIN', recipient: '+919876543210' };
  const sealed = hashCode(['old key'], binding, '123456');
  expect(matchesCode(['new key', 'old key'], binding, sealed, '123456')).toBe(true);
  expect(matchesCode(['new key'], binding, sealed, '123456')).toBe(false);
  expect(matchesCode(['old key'], binding, sealed, '123457')).toBe(false);
  for (const other of [{ id: 'b' }, { purpose: 'PHONE_VERIFICATION' }, { recipient: '+919876543211' }])
    expect(matchesCode(['old key'], { ...binding, ...other }, sealed, '123456')).toBe(false);
});
