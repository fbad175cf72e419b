import { describe, expect, it } from 'vitest';
import { recordBrochureDelivery } from '#lib/server/leads/brochure-request.ts';
import { useTestApi } from '../../support/api.ts';
import { signUp } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';

const test = useTestApi({ BROCHURES_PER_HOUR: '12' });
const embark = 'POST /api/v1/programs/embark-pro/send-brochure/';
const cap = 'POST /api/v1/programs/career-accelerator-program/send-brochure/';
const takenMs = 20_000;
const rows = () => test.db.selectFrom('brochureRequest').selectAll().orderBy('requestedAt').execute();
let addresses = 0;
const newEmail = () => `reader-${++addresses}@example.com`;

describe('[API-51] a brochure request', () => {
  it('is queued and sent with text, HTML, the PDF and a link to it', async () => {
    const { status, body } = await test.visitor().call(embark, { email: 'asha@example.com' });
    expect([status, body]).toEqual([200, { id: expect.any(String), status: 'QUEUED', is_existing: false }]);
    await deliverDue(test);
    expect(await rows()).toMatchObject([{ id: body.id, status: 'SENT', programSlug: 'embark-pro' }]);
    const [mail] = (await test.messages.inbox?.list('asha@example.com')) ?? [];
    expect(mail).toMatchObject({
      medium: 'EMAIL',
      subject: expect.stringContaining('brochure'),
      text: expect.stringContaining('https://localhost/programs/embark-pro/brochure.pdf'),
      attachments: [{ fileName: 'liftoff-embark-pro.pdf', document: 'brochure/embark-pro' }],
      htmlPath: expect.any(String),
    });
    const html = await test.messages.inbox?.findHtml(Number(/\d+/.exec(mail?.htmlPath ?? '')?.[0]));
    expect(html).toContain('href="https://localhost/programs/embark-pro/brochure.pdf"');
  });

  it.each(['voice-support', 'pm-launchpad-core', 'embark-pro'])('can be for %s', async (slug) => {
    const { status, body } = await test
      .visitor()
      .call(`POST /api/v1/programs/${slug}/send-brochure/`, { email: newEmail(), elapsed_ms: takenMs });
    expect([status, body.status]).toEqual([200, 'QUEUED']);
    expect(await rows()).toMatchObject([{ id: body.id, programSlug: slug }]);
  });

  it('for a programme that does not exist is rejected', async () => {
    const { status, body } = await test
      .visitor()
      .call('POST /api/v1/programs/no-such-programme/send-brochure/', { email: newEmail() });
    expect([status, body.error_code]).toEqual([404, 'PROGRAM_NOT_FOUND']);
    expect(await rows()).toEqual([]);
  });

  it('for the other programme is a separate request', async () => {
    const visitor = test.visitor();
    await visitor.call(embark, { email: 'asha@example.com' });
    const { body } = await visitor.call(cap, { email: 'asha@example.com' });
    expect(body.is_existing).toBe(false);
    await deliverDue(test);
    expect(await test.sentTo('asha@example.com')).toHaveLength(2);
  });

  it('is deduplicated within a day, whatever the case of the address', async () => {
    const { body } = await test.visitor().call(embark, { email: 'asha@example.com' });
    await deliverDue(test);
    const again = await test.visitor().call(embark, { email: 'Asha@Example.com' });
    expect(again.body).toEqual({ id: body.id, status: 'SENT', is_existing: true });
    await travel(test.db, 86_400);
    expect((await test.visitor().call(embark, { email: 'asha@example.com' })).body.is_existing).toBe(false);
  });

  it('can be repeated after a failure', async () => {
    const { body } = await test.visitor().call(embark, { email: 'asha@example.com' });
    const { messageId = '' } = (await rows())[0] ?? {};
    await recordBrochureDelivery(test.db, messageId, 'FAILED');
    const again = await test.visitor().call(embark, { email: 'asha@example.com' });
    expect(again.body.id).not.toBe(body.id);
  });

  it('[C-42] sends one email for many parallel requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => test.visitor().call(embark, { email: 'asha@example.com' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.is_existing)).toHaveLength(1);
    await deliverDue(test);
    expect(await test.sentTo('asha@example.com')).toHaveLength(1);
  });

  it('[TRACK-01] stores one attribution row', async () => {
    const { visitor } = await signUp(test);
    visitor.cookies.set('utm_first', 'i=12345678&a=1795000000000&s=search&p=%2Fcoaches%2F&r=news.example');
    visitor.cookies.set('ref_code', 'ASHA');
    const { body } = await visitor.call(embark, { email: 'asha@example.com' });
    await visitor.call(embark, { email: 'asha@example.com' });
    const conversions = await test.db
      .selectFrom('conversion')
      .selectAll()
      .where('kind', '=', 'BROCHURE')
      .execute();
    expect(conversions).toHaveLength(1);
    expect(conversions[0]).toMatchObject({
      subjectId: body.id,
      userId: expect.any(String),
      anonymousId: '12345678',
      firstTouch: { utmSource: 'search', landingPath: '/coaches/', referrerHost: 'news.example' },
      sessionTouch: null,
      refCode: 'ASHA',
    });
  });
});

describe('[FORM-08] the email address', () => {
  it.each([
    [undefined, 'Please enter your email address'],
    ['  ', 'Please enter your email address'],
    ['asha@', 'Please enter a valid email address'],
    ['asha@example.com, many@example.com', 'Please enter a valid email address'],
    ['"asha"@example.com', 'Please enter a valid email address'],
    ['asha@example.com\r\nBcc: many@example.com', 'Please enter a valid email address'],
    [`${'a'.repeat(250)}@example.com`, 'Please enter a valid email address'],
    [['asha@example.com'], 'Please enter your email address'],
  ])('[C-37] %j: %s', async (email, message) => {
    const { status, body } = await test.visitor().call(embark, { email });
    expect([status, body.error_code, body.field_errors]).toEqual([
      400,
      'VALIDATION_FAILED',
      { email: message },
    ]);
    expect(await rows()).toEqual([]);
  });
});

describe('[C-37] mail bombing', () => {
  it('one mailbox gets at most three emails an hour, whatever the sender and the spelling', async () => {
    const written = ['asha@example.com', 'ASHA@example.com', 'asha+1@example.com', 'asha+2@example.com'];
    const statuses: number[] = [];
    for (const email of written) statuses.push((await test.visitor().call(embark, { email })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await deliverDue(test);
    expect(await test.db.selectFrom('inboxMessage').select('id').execute()).toHaveLength(1);
    await travel(test.db, 3601);
    expect((await test.visitor().call(embark, { email: 'asha+2@example.com' })).status).toBe(200);
  });

  it.each([
    ['asha@example.com', 'Asha+news@EXAMPLE.com'],
    ['asha.verma@gmail.com', 'as.haverma+1@googlemail.com'],
    ['asha@bücher.example', 'asha@xn--bcher-kva.example'],
  ])('%s and %s are the same mailbox, which gets one email a day', async (one, other) => {
    const { body } = await test.visitor().call(embark, { email: one });
    const again = await test.visitor().call(embark, { email: other });
    expect(again.body).toMatchObject({ id: body.id, is_existing: true });
    expect((await rows()).map(({ email }) => email)).toEqual([one]);
  });

  it('dots distinguish mailboxes of other providers', async () => {
    await test.visitor().call(embark, { email: 'a.sha@example.com' });
    const { body } = await test.visitor().call(embark, { email: 'as.ha@example.com' });
    expect(body.is_existing).toBe(false);
  });

  it('one mailbox gets at most six emails a day for both programmes together', async () => {
    const statuses: number[] = [];
    for (let hour = 0; hour < 4; hour += 1) {
      for (const call of [embark, cap])
        statuses.push((await test.visitor().call(call, { email: `asha+${hour}@example.com` })).status);
      await travel(test.db, 3601);
    }
    expect(statuses).toEqual([...Array(6).fill(200), 429, 429]);
    await travel(test.db, 86_400);
    expect((await test.visitor().call(embark, { email: 'asha@example.com' })).status).toBe(200);
  });

  it('[C-12] one device can send ten requests an hour for both programmes together, then gets Retry-After', async () => {
    const visitor = test.visitor();
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1)
      statuses.push(
        (await visitor.call(n % 2 ? cap : embark, { email: newEmail(), elapsed_ms: takenMs })).status,
      );
    const rejected = await visitor.call(embark, { email: newEmail() });
    expect([...new Set(statuses), rejected.status]).toEqual([200, 429]);
    expect(rejected.body.error).toBe('Too many requests. Try again in 1 hour.');
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3000);
  });

  it('the total per hour is limited, and forms without a timing proof get a third of it', async () => {
    const ask = async (more: object) => {
      const { status } = await test.visitor().call(embark, { email: newEmail(), ...more });
      return status;
    };
    const untimed: number[] = [];
    // A page cannot be open for a negative time, nor for a year.
    const untold = [{}, { elapsed_ms: -1 }, { elapsed_ms: 365 * 86_400_000 }, {}, {}];
    for (const more of untold) untimed.push(await ask(more));
    expect(untimed).toEqual([200, 200, 200, 200, 429]);
    const timed: number[] = [];
    for (let n = 0; n < 9; n += 1) timed.push(await ask({ elapsed_ms: takenMs }));
    expect(timed).toEqual([...Array(8).fill(200), 429]);
    expect(await rows()).toHaveLength(12);
  });

  it('a rejected request stores nothing', async () => {
    for (let n = 0; n < 4; n += 1) await test.visitor().call(embark, { email: newEmail() });
    await test.visitor().call(embark, { email: 'late@example.com' });
    expect((await rows()).map(({ email }) => email)).not.toContain('late@example.com');
    expect(
      await test.db.selectFrom('rateCounter').select('key').where('key', 'like', '%late@%').execute(),
    ).toEqual([]);
  });
});

describe('a bot', () => {
  it.each([
    ['fills in the field that nobody sees', { website: 'https://spam.example' }],
    ['is faster than anybody reads', null],
  ])('that %s gets the same response, and nothing is stored', async (_, trap) => {
    const person = await test.visitor().call(embark, { email: 'asha@example.com', elapsed_ms: takenMs });
    const guard = trap ?? { elapsed_ms: 400 };
    const program = await test.visitor().call(embark, { email: 'bot@example.com', ...guard });
    expect(program.status).toBe(person.status);
    expect({ ...program.body, id: '' }).toEqual({ ...person.body, id: '' });
    expect(program.body.id).toHaveLength(person.body.id.length);
    expect((await rows()).map(({ email }) => email)).toEqual(['asha@example.com']);
    expect(await test.db.selectFrom('outbox').select('id').execute()).toHaveLength(1);
    expect(await test.db.selectFrom('conversion').select('id').execute()).toHaveLength(1);
  });
});
