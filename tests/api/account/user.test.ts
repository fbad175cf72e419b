import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import {
  newPhone,
  type Person,
  requestLoginCode,
  signUp,
  signUpVerified,
} from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';

const test = useTestApi();
const me = 'GET /api/v3/user/';
const update = 'PATCH /api/v1/user/update/';
const change = 'PATCH /api/v2/user/change-phone/';

describe('updating', () => {
  it('[API-19] changes what is sent and leaves the rest', async () => {
    const { visitor } = await signUpVerified(test);
    const { body } = await visitor.call(update, {
      last_name: ' Rao ',
      time_zone: 'Europe/London',
      notification_preferences: { updates: { sms: false } },
    });
    expect(body.user).toMatchObject({
      first_name: 'Asha',
      last_name: 'Rao',
      name: 'Asha Rao',
      time_zone: 'Europe/London',
      notification_preferences: {
        reminders: { email: true, sms: true, whatsapp: true },
        updates: { email: true, sms: false, whatsapp: true },
      },
    });
    expect((await visitor.call(me)).body).toEqual(body);
    expect((await visitor.call(update, {})).body).toEqual(body);
  });

  it('[C-39] never changes fields that the person cannot set', async () => {
    const { visitor } = await signUp(test);
    const before = (await visitor.call(me)).body;
    const { body } = await visitor.call(update, {
      is_phone_verified: true,
      phone: '9876500000',
      id: 'x',
      date_joined: '2001-01-01T00:00:00Z',
      intercom_hash: 'x',
      full_phone: '+919876500000',
      country_iso_code: 'US',
      avatar: null,
      disabled_at: '2001-01-01T00:00:00Z',
      user_profiles: [{ type: 'PREPPA_EXPERT' }],
      phone_verified_at: '2001-01-01T00:00:00Z',
    });
    expect(body).toEqual(before);
  });

  it.each([
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ email: 'nope' }, 'email'],
    [{ first_name: '' }, 'first_name'],
    [{ notification_preferences: { updates: { sms: 'maybe' } } }, 'notification_preferences.updates.sms'],
  ])('rejects %j', async (body, field) => {
    const { visitor } = await signUp(test);
    const answer = await visitor.call(update, body);
    expect([answer.status, Object.keys(answer.body.field_errors)]).toEqual([400, [field]]);
  });
});

describe('changing the number', () => {
  const prove = async (person: Person, e164: string) => {
    const { body } = await person.visitor.call('POST /api/v1/user/phone-verification/request-otp/', {});
    return person.visitor.call('POST /api/v1/user/phone-verification/verify-otp/', {
      otp_id: body.otp_id,
      otp: await test.codeFor(e164),
    });
  };

  it('[API-18] is possible without an OTP for an unverified person', async () => {
    const { visitor } = await signUp(test);
    const phone = newPhone();
    const { body } = await visitor.call(change, { country_iso_code: 'IN', phone });
    expect(body.user).toMatchObject({ phone, is_phone_verified: false });
    expect((await visitor.call(me)).body.user.phone).toBe(phone);
  });

  it('[C-23] requires a login in the last ten minutes from a verified person', async () => {
    const { visitor } = await signUpVerified(test);
    await travel(test.db, 601);
    const { status, body } = await visitor.call(change, { country_iso_code: 'IN', phone: newPhone() });
    expect([status, body.error_code]).toEqual([403, 'REAUTH_REQUIRED']);
  });

  it('[C-23] the old number logs in until the new one is verified; then other sessions end and both numbers are notified', async () => {
    const person = await signUpVerified(test);
    const elsewhere = test.visitor();
    await travel(test.db, 31);
    const login = await requestLoginCode(elsewhere, person.phone);
    await elsewhere.call('POST /api/v1/auth/login/verify-otp/', {
      otp_id: login.body.otp_id,
      otp: await test.codeFor(person.e164),
    });

    const phone = newPhone();
    const asked = await person.visitor.call(change, { country_iso_code: 'IN', phone });
    expect(asked.body.user).toMatchObject({ phone, is_phone_verified: false });
    await travel(test.db, 31);
    expect((await requestLoginCode(test.visitor(), person.phone)).status).toBe(200);
    expect((await requestLoginCode(test.visitor(), phone)).body.error_code).toBe('USER_NOT_FOUND');

    await travel(test.db, 31);
    const proven = await prove(person, `+91${phone}`);
    expect(proven.body.user).toMatchObject({ phone, is_phone_verified: true });
    expect((await elsewhere.call(me)).status).toBe(401);
    expect((await requestLoginCode(test.visitor(), person.phone)).body.error_code).toBe('USER_NOT_FOUND');
    const notified = await test.db
      .selectFrom('outbox')
      .select(['recipient', 'medium'])
      .orderBy('medium')
      .execute();
    expect(notified).toEqual([
      { recipient: person.email, medium: 'EMAIL' },
      { recipient: person.e164, medium: 'SMS' },
    ]);
    await test.messages.deliverQueued();
    const [sms] = await test.sentTo(person.e164);
    expect(sms?.text).toContain(`ends in ${phone.slice(-2)}`);
    expect(sms?.text).toContain('other devices are logged out');
  });

  it('[C-22] [C-23] a number that somebody else verified first is not taken, and the person is told that theirs stays', async () => {
    const person = await signUpVerified(test);
    const phone = newPhone();
    await person.visitor.call(change, { country_iso_code: 'IN', phone });
    const requested = await person.visitor.call('POST /api/v1/user/phone-verification/request-otp/', {});
    const otp = await test.codeFor(`+91${phone}`);
    const other = await signUpVerified(test);
    await test.db
      .updateTable('appUser')
      .set({ phoneE164: `+91${phone}` })
      .where('phoneE164', '=', other.e164)
      .execute();
    const { status, body } = await person.visitor.call('POST /api/v1/user/phone-verification/verify-otp/', {
      otp_id: requested.body.otp_id,
      otp,
    });
    expect([status, body.error]).toEqual([
      409,
      'This number is already in use. Your number stays as it was.',
    ]);
    expect((await person.visitor.call(me)).body.user).toMatchObject({
      phone: person.phone,
      is_phone_verified: true,
    });
    expect(await test.sentTo(person.e164)).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ text: expect.stringContaining('was changed') })]),
    );
  });

  it('rejects the current number and a number that another account verified', async () => {
    const other = await signUpVerified(test);
    const { visitor, phone } = await signUpVerified(test);
    expect((await visitor.call(change, { country_iso_code: 'IN', phone })).body.error_code).toBe(
      'PHONE_UNCHANGED',
    );
    const taken = await visitor.call(change, { country_iso_code: 'IN', phone: other.phone });
    expect([taken.status, taken.body.error_code]).toEqual([409, 'PHONE_ALREADY_REGISTERED']);
  });

  it('[C-21] rotates the session', async () => {
    const { visitor } = await signUpVerified(test);
    const old = visitor.fork();
    await visitor.call(change, { country_iso_code: 'IN', phone: newPhone() });
    expect((await old.call(me)).status).toBe(401);
    expect((await visitor.call(me)).status).toBe(200);
  });
});
