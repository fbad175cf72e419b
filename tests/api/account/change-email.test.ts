import { describe, expect, it } from 'vitest';
import { getCompany } from '#lib/server/catalog/content/index.ts';
import { useTestApi } from '../../support/api.ts';
import {
  emailCodeFor,
  newPhone,
  type Person,
  requestLoginCode,
  signUp,
  signUpVerified,
  signUpWithUnverifiedEmail,
} from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import type { Answer } from '../../support/visitor.ts';

const test = useTestApi();
const me = 'GET /api/v3/user/';
const update = 'PATCH /api/v1/user/update/';
const verify = 'POST /api/v1/user/email-verification/verify/';

const outbox = () =>
  test.db.selectFrom('outbox').select(['recipient', 'subject', 'text']).orderBy('createdAt').execute();
const sent = async () => (await outbox()).map(({ recipient, subject }) => [recipient, subject]);
const confirm = 'Confirm your email';

describe('changing a verified email', () => {
  it('[C-23] the old one stays until the new one is verified; then it is replaced and notified', async () => {
    const { visitor, email } = await signUpVerified(test);
    const answer = await visitor.call(update, {
      email: 'new@example.com',
      first_name: 'http://evil.example',
    });
    expect(answer.body.user).toMatchObject({ email: 'new@example.com', is_email_verified: false });
    expect((await visitor.call(me)).body).toEqual(answer.body);
    const requested = 'A new email was entered for your account';
    expect((await sent()).sort()).toEqual(
      [
        ['new@example.com', confirm],
        [email, requested],
      ].sort(),
    );

    const code = await emailCodeFor(test, 'new@example.com');
    const proven = await visitor.call(verify, { code });
    expect(proven.body.user).toMatchObject({ email: 'new@example.com', is_email_verified: true });
    expect((await sent()).slice(2)).toEqual([[email, 'Your email was changed']]);
    expect((await outbox()).at(-1)?.text).toContain(`write to ${getCompany().email} at once`);
  });

  it('[C-23] no email about it holds text that a person typed', async () => {
    const { visitor } = await signUpVerified(test);
    await visitor.call(update, { email: 'new@example.com', first_name: 'http://evil.example' });
    const texts = (await outbox()).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).not.toMatch(/new@example|evil|Asha/);
  });

  it('[C-22] the old one is told of a requested change once a day', async () => {
    const { visitor, email } = await signUpVerified(test);
    for (const next of ['a@example.com', 'b@example.com', 'c@example.com'])
      await visitor.call(update, { email: next });
    expect((await sent()).filter(([to]) => to === email)).toHaveLength(1);
  });

  it('[C-23] entering the verified one again cancels the change', async () => {
    const { visitor, email } = await signUpVerified(test);
    await visitor.call(update, { email: 'new@example.com' });
    const code = await emailCodeFor(test, 'new@example.com');
    const { body } = await visitor.call(update, { email });
    expect(body.user).toMatchObject({ email, is_email_verified: true });
    expect((await visitor.call(verify, { code })).body.error_code).toBe('EMAIL_ALREADY_VERIFIED');
  });

  it('[C-23] another spelling of the same one changes nothing else', async () => {
    const { visitor, email } = await signUpVerified(test);
    const { body } = await visitor.call(update, { email: email.toUpperCase() });
    expect(body.user).toMatchObject({ email: email.toUpperCase(), is_email_verified: true });
    await visitor.call(update, { first_name: 'Usha' });
    expect(await sent()).toEqual([]);
  });
});

describe('changing an unverified email', () => {
  it('[C-22] replaces it at once and sends only the code', async () => {
    const { visitor, email } = await signUpWithUnverifiedEmail(test);
    const { body } = await visitor.call(update, { email: 'new@example.com' });
    expect(body.user).toMatchObject({ email: 'new@example.com', is_email_verified: false });
    expect(await sent()).toEqual([
      [email, confirm],
      ['new@example.com', confirm],
    ]);
  });

  it('[C-22] sends nothing for an account with an unverified number', async () => {
    const { visitor } = await signUp(test);
    await visitor.call(update, { email: 'new@example.com' });
    expect(await sent()).toEqual([]);
  });

  it('[C-22] sends at most 5 codes an hour, and still saves the change', async () => {
    const { visitor } = await signUpWithUnverifiedEmail(test);
    for (let n = 0; n < 8; n += 1)
      expect((await visitor.call(update, { email: `${n}@example.com` })).status).toBe(200);
    expect(await sent()).toHaveLength(5);
    expect((await visitor.call(me)).body.user.email).toBe('7@example.com');
  });
});

describe('[C-27] nobody learns from an update whether an email has an account', () => {
  /** What a response shows, without what differs between any two people. */
  const shapeOf = ({ status, body, headers }: Answer, email: string) => ({
    status,
    headers: [...headers.keys()],
    keys: Object.keys(body),
    error: [body.error_code, body.field_errors],
    user: body.user && {
      ...body.user,
      ...{ id: '', phone: '', full_phone: '', date_joined: '' },
      email: body.user.email === email,
    },
  });

  async function changeOften({ visitor }: Person, times: number, emails: string[]) {
    const shapes = [];
    for (let n = 0; n < times; n += 1) {
      const email = emails[n % emails.length] as string;
      shapes.push(shapeOf(await visitor.call(update, { email }), email));
    }
    return shapes;
  }

  it.each([
    ['a verified email: forty addresses', signUpVerified, 40],
    ['an unverified email: ten addresses', signUpWithUnverifiedEmail, 10],
  ])('with %s get the same responses with and without an account', async (_, join, times) => {
    const { email: one } = await signUpVerified(test);
    const { email: other } = await signUpVerified(test);
    const known = await changeOften(await join(test), times, [one, other]);
    const unknown = await changeOften(await join(test), times, ['a@example.com', 'b@example.com']);
    expect(known).toEqual(unknown);
    // Signing up counted once, so the thirty-fifth change of a device is the first that is too much.
    const statuses = Array.from({ length: times }, (_, n) => (n < 34 ? 200 : 429));
    expect(known.map(({ status }) => status)).toEqual(statuses);
  });

  it('a changed email counts in the bucket of login and sign-up, and nothing else of an update does', async () => {
    const { visitor } = await signUpVerified(test);
    for (let n = 0; n < 9; n += 1) await requestLoginCode(visitor, newPhone());
    for (let n = 0; n < 25; n += 1)
      expect((await visitor.call(update, { email: `${n}@example.com` })).status).toBe(200);
    const change = await visitor.call(update, { email: 'more@example.com' });
    expect([change.status, change.body.error_code]).toEqual([429, 'RATE_LIMITED']);
    expect((await requestLoginCode(visitor, newPhone())).status).toBe(429);
    expect((await visitor.call(update, { first_name: 'Usha' })).status).toBe(200);
    await travel(test.db, 3600);
    expect((await visitor.call(update, { email: 'more@example.com' })).status).toBe(200);
  });
});
