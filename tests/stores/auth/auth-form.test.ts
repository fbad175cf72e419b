import { expect, test } from 'vitest';
import { authForm } from '#lib/stores/auth/auth-form.ts';

test('[FORM-14] the auth form begins with India and with every other field empty', () => {
  expect(authForm.$values.get()).toEqual({
    countryIsoCode: 'IN',
    phone: '',
    firstName: '',
    lastName: '',
    email: '',
    otp: '',
    acceptsOffers: '',
  });
});
