import { describe, expect, it } from 'vitest';
import { deleteExpired } from '#lib/server/scheduled-tasks.ts';
import { useTestApi } from '../../support/api.ts';
import {
  newPhone,
  requestLoginCode,
  signUp,
  signUpVerified,
  signUpWithUnverifiedEmail,
} from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';

const test = useTestApi();
const register = 'POST /api/v3/auth/register/';
const details = {
  first_name: 'Asha',
  last_name: 'Verma',
  email: 'asha@example.com',
  country_iso_code: 'IN',
  phone: '9876501234',
};

describe('registration', () => {
  it('[API-10] [USER-04] creates an account and a session and returns user and user_profiles', async () => {
    const visitor = test.visitor();
    const { status, body } = await visitor.call(register, details);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      first_name: 'Asha',
      last_name: 'Verma',
      name: 'Asha Verma',
      email: 'asha@example.com',
      phone: '9876501234',
      country_iso_code: 'IN',
      full_phone: '+919876501234',
      is_phone_verified: false,
      avatar: null,
      time_zone: 'Asia/Kolkata',
    });
    expect(body.user_profiles).toEqual([]);
    expect((await visitor.call('GET /api/v3/user/')).body.user.id).toBe(body.user.id);
  });

  it('[USER-01] a user has exactly the fields of the contract', async () => {
    const { body } = await test.visitor().call(register, details);
    expect(Object.keys(body.user).sort()).toEqual([
      'avatar',
      'country_iso_code',
      'date_joined',
      'email',
      'first_name',
      'full_phone',
      'id',
      'intercom_hash',
      'is_email_verified',
      'is_phone_verified',
      'last_name',
      'name',
      'notification_preferences',
      'phone',
      'time_zone',
    ]);
  });

  it('[USER-03] a sign-up for CAP creates a CAP candidate', async () => {
    const { body } = await test.visitor().call(register, { ...details, product: 'cap' });
    expect(body.user_profiles.map((profile: { type: string }) => profile.type)).toEqual(['CAP_CANDIDATE']);
  });

  it('[FORM-03] [FORM-07] [FORM-08] reports every invalid field at once with the texts of the forms', async () => {
    const { status, body } = await test
      .visitor()
      .call(register, { country_iso_code: 'IN', email: 'no-at-sign', phone: '' });
    expect(status).toBe(400);
    expect(body.error_code).toBe('VALIDATION_FAILED');
    expect(body.field_errors).toEqual({
      first_name: 'Please enter your first name',
      email: 'Please enter a valid email address',
      phone: 'This field is required',
    });
  });

  it.each([
    ['first_name', 'x'.repeat(31), 'Please use at most 30 characters'],
    ['last_name', 'x'.repeat(31), 'Please use at most 30 characters'],
    ['email', `${'a'.repeat(64)}@${'b.'.repeat(100)}com`, 'Please enter a valid email address'],
    ['email', 'a@b.com\r\nBcc: x@y.com', 'Please enter a valid email address'],
    ['email', '"quoted"@example.com', 'Please enter a valid email address'],
    ['email', 'a@b.com,c@d.com', 'Please enter a valid email address'],
    ['email', ['a@b.com'], 'Please enter your email address'],
    ['first_name', { toString: 'x' }, 'Please enter your first name'],
    ['first_name', '   ', 'Please enter your first name'],
  ])('[FORM-07] [FORM-08] [C-37] rejects %s %j', async (field, value, message) => {
    const { status, body } = await test.visitor().call(register, { ...details, [field]: value });
    expect([status, body.field_errors[field]]).toEqual([400, message]);
  });

  it('[FORM-05] names are trimmed, inner space collapsed, control characters dropped, NFC', async () => {
    const { body } = await test
      .visitor()
      .call(register, { ...details, first_name: '  Ame\u0301lie \u202e  Rose\u0007 ', last_name: '' });
    expect(body.user).toMatchObject({ first_name: 'Amélie Rose', name: 'Amélie Rose' });
  });

  it.each([
    ['1234567890', 'IN', 'PHONE_INVALID', 'phone'],
    ['987650123', 'IN', 'PHONE_INVALID', 'phone'],
    ['98765 01234', 'IN', 'PHONE_INVALID', 'phone'],
    ['９８７６５０１２３４', 'IN', 'PHONE_INVALID', 'phone'],
    ['2066778800', 'IN', 'PHONE_INVALID', 'phone'],
    ['18001234567', 'IN', 'PHONE_INVALID', 'phone'],
    ['9005551234', 'US', 'PHONE_INVALID', 'phone'],
    ['8005551234', 'US', 'PHONE_INVALID', 'phone'],
    ['6502530000', 'CA', 'PHONE_INVALID', 'phone'],
    ['612345678', 'FR', 'COUNTRY_NOT_SUPPORTED', 'country_iso_code'],
  ])('[C-14] rejects number %s of %s', async (phone, country, code, field) => {
    const { status, body } = await test
      .visitor()
      .call(register, { ...details, phone, country_iso_code: country });
    expect([status, body.error_code, Object.keys(body.field_errors)]).toEqual([400, code, [field]]);
  });

  it('[USER-05] +1 is two countries and the number tells which', async () => {
    const us = await test
      .visitor()
      .call(register, { ...details, phone: '6502530000', country_iso_code: 'US' });
    expect(us.body.user).toMatchObject({ full_phone: '+16502530000', time_zone: 'US/Central' });
    const ca = await test
      .visitor()
      .call(register, { ...details, phone: '2042345678', country_iso_code: 'CA' });
    expect(ca.body.user).toMatchObject({ full_phone: '+12042345678', time_zone: 'America/Winnipeg' });
  });

  it('a person who goes back and corrects the details keeps the account', async () => {
    const visitor = test.visitor();
    const first = await visitor.call(register, details);
    const second = await visitor.call(register, { ...details, first_name: 'Aasha' });
    expect(second.body).toMatchObject({
      is_existing: true,
      user: { id: first.body.user.id, first_name: 'Aasha' },
    });
  });
});

describe('the owner of a number', () => {
  it('[C-22] an unverified account blocks neither the number nor the email, and user-exists does not reveal it', async () => {
    const { phone, email } = await signUp(test);
    const exists = await test
      .visitor()
      .call('POST /api/v1/auth/user-exists/', { country_iso_code: 'IN', phone });
    expect(exists.body).toEqual({ user_exists: false });
    const second = await test.visitor().call(register, { ...details, phone, email });
    expect(second.status).toBe(200);
    expect((await requestLoginCode(test.visitor(), phone)).body.error_code).toBe('USER_NOT_FOUND');
  });

  it('[API-14] user-exists is true once the number is verified', async () => {
    const { phone } = await signUpVerified(test);
    const exists = await test
      .visitor()
      .call('POST /api/v1/auth/user-exists/', { country_iso_code: 'IN', phone });
    expect(exists.body).toEqual({ user_exists: true });
  });

  it('[C-22] the first account to verify a number wins; the other claims and their sessions end', async () => {
    const phone = newPhone();
    const squatter = await signUp(test, { phone, email: 'squatter@example.com' });
    const owner = await signUpVerified(test, { phone, email: 'owner@example.com' });
    expect((await squatter.visitor.call('GET /api/v3/user/')).status).toBe(401);
    expect((await owner.visitor.call('GET /api/v3/user/')).body.user.is_phone_verified).toBe(true);
  });

  it('[C-22] a verified number or email cannot be registered again', async () => {
    const { phone, email } = await signUpVerified(test);
    const samePhone = await test.visitor().call(register, { ...details, phone });
    expect([samePhone.status, samePhone.body.error_code, samePhone.body.field_errors]).toEqual([
      409,
      'PHONE_ALREADY_REGISTERED',
      { phone: 'This number is already in use' },
    ]);
    const sameEmail = await test
      .visitor()
      .call(register, { ...details, phone: newPhone(), email: email.toUpperCase() });
    expect([sameEmail.status, sameEmail.body.error_code]).toEqual([409, 'EMAIL_ALREADY_REGISTERED']);
  });

  it('[C-22] an email that is only claimed blocks nobody', async () => {
    const email = 'shared@example.com';
    await signUpWithUnverifiedEmail(test, { email });
    const owner = await signUpVerified(test, { email: 'Shared@example.com' });
    expect((await owner.visitor.call('GET /api/v3/user/')).body.user).toMatchObject({
      is_phone_verified: true,
      is_email_verified: true,
    });
    const late = await test.visitor().call(register, { ...details, phone: newPhone(), email });
    expect([late.status, late.body.error_code]).toEqual([409, 'EMAIL_ALREADY_REGISTERED']);
  });

  it('[C-22] an unverified account is deleted after 72 hours, a verified one stays', async () => {
    await signUp(test);
    await signUpVerified(test);
    await travel(test.db, 71 * 3600);
    await deleteExpired(test.db);
    expect(await test.db.selectFrom('appUser').select('id').execute()).toHaveLength(2);
    await travel(test.db, 2 * 3600);
    await deleteExpired(test.db);
    expect(await test.db.selectFrom('appUser').select('phoneVerifiedAt').execute()).toEqual([
      { phoneVerifiedAt: expect.any(Date) },
    ]);
  });
});
