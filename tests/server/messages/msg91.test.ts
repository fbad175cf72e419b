import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DltRegistration, findDltTemplate } from '#lib/server/messages/delivery/dlt-templates.ts';
import { withFallback } from '#lib/server/messages/delivery/fallback.ts';
import type { Message } from '#lib/server/messages/message.ts';
import { createMsg91Delivery } from '#lib/server/messages/msg91.ts';
import { createTwilioDelivery } from '#lib/server/messages/twilio.ts';
import { type Provider, startProvider } from './provider.ts';

const dlt: DltRegistration = {
  ...{ entityId: '1101234567890123456', senderId: 'LIFTOF' },
  templates: [
    {
      id: '1107160000000000001',
      text: 'Your interview was moved to {#var#}. {#var#}{#var#}',
      msg91: '64f0a1',
    },
    { id: '1107160000000000002', text: 'Your seat is released at {#var#}.', msg91: null },
    { id: '1107160000000000003', text: 'We could not reach you.', msg91: '64f0a3' },
  ],
};
const to = '+919876543210';
const moved: Message = {
  ...{ to, medium: 'SMS' },
  text: 'Your interview was moved to Mon 30 Nov, 4:00 pm IST. https://liftoff.example/moonshot/applications/1/',
};
const code: Message = { to, medium: 'SMS', text: '123456 is your OTP', code: '123456' };
const call: Message = { to, medium: 'VOICE_CALL', text: 'Your OTP is 1 2 3 4 5 6' };

let msg91: Provider;
let twilio: Provider;
beforeEach(async () => {
  [msg91, twilio] = await Promise.all([startProvider(), startProvider()]);
  // As its documentation has it.
  msg91.behave({ status: 200, body: '{"message":"3763646c3058373530393938","type":"success"}' });
  twilio.behave({ status: 201, body: '{"sid":"SM1","status":"queued"}' });
});
afterEach(() => Promise.all([msg91.close(), twilio.close()]));

const byMsg91 = (more: { dlt?: DltRegistration | null; origin?: string } = {}) =>
  createMsg91Delivery({ authKey: 'key', templateId: 'otp1' }, { dlt, origin: msg91.url, ...more });
const byTwilio = () =>
  createTwilioDelivery({ accountSid: 'AC1', authToken: 'token', from: 'LIFTOF' }, { origin: twilio.url });

describe('[C-41] the DLT of India', () => {
  it('knows the template of a text, and the values of its variables of 30 characters at most', () => {
    expect(findDltTemplate(dlt, moved.text)).toMatchObject({
      template: { id: '1107160000000000001' },
      values: ['Mon 30 Nov, 4:00 pm IST', expect.any(String), expect.any(String)],
    });
    expect(findDltTemplate(dlt, 'We could not reach you.')?.values).toEqual([]);
    for (const text of [
      'We could not reach you!',
      'Your seat is released at 6 pm',
      `Your seat is released at ${'x'.repeat(31)}.`,
    ])
      expect(findDltTemplate(dlt, text)).toBeNull();
  });

  it('finds at once that a long text fits no template with many variables in a row', () => {
    const text = `Open ${'{#var#}'.repeat(12)} now`;
    const many = { ...dlt, templates: [{ id: '1107160000000000004', text, msg91: null }] };
    expect(findDltTemplate(many, `Open ${'x'.repeat(300)} later`)).toBeNull();
    const { values = [] } = findDltTemplate(many, `Open ${'x'.repeat(300)} now`) ?? {};
    expect([values.length, values.join('')]).toEqual([12, 'x'.repeat(300)]);
  });
});

describe('[C-41] MSG91', () => {
  it('sends a text as the values of its registered template, from the registered header', async () => {
    expect(await byMsg91()(moved, 'm1')).toBe('3763646c3058373530393938');
    const [request] = msg91.received;
    expect(request).toMatchObject({ method: 'POST', path: '/api/v5/flow', headers: { authkey: 'key' } });
    const { recipients, ...rest } = JSON.parse(request?.body ?? '{}');
    expect(rest).toEqual({ template_id: '64f0a1', sender: 'LIFTOF', short_url: '0' });
    const { mobiles, VAR1, VAR2, VAR3 } = recipients[0];
    expect([mobiles, VAR1]).toEqual(['919876543210', 'Mon 30 Nov, 4:00 pm IST']);
    expect(`${VAR2}${VAR3}`).toBe('https://liftoff.example/moonshot/applications/1/');
    expect([VAR2.length <= 30, VAR3.length <= 30]).toEqual([true, true]);
  });

  it('sends a code into its template', async () => {
    await byMsg91({ dlt: null })(code, 'm1');
    expect(msg91.received[0]).toMatchObject({
      ...{ method: 'POST', path: '/api/v5/otp?template_id=otp1&mobile=919876543210&otp=123456' },
      headers: { authkey: 'key' },
    });
  });

  it('returns the id of the request, by which it reports', async () => {
    msg91.behave({ status: 200, body: '{"request_id":"r1","type":"success"}' });
    expect(await byMsg91()(code, 'm1')).toBe('r1');
  });

  it.each([
    ['a text without a template', { ...moved, text: 'Hello Asha' }],
    ['a template that MSG91 has not', { ...moved, text: 'Your seat is released at 6 pm.' }],
    ['a call', call],
  ])('is asked nothing for %s, which another provider may send', async (_, message) => {
    await expect(byMsg91()(message, 'm1')).rejects.toMatchObject({ isFinal: true, isNotTaken: true });
    expect(msg91.received).toEqual([]);
  });

  it.each([
    ['an unknown number', { message: 'Invalid mobile number', type: 'error', code: '202' }, true],
    ['a template that the DLT has not', { message: 'DLT template not approved', type: 'error' }, true],
    ['a wrong key', { message: 'Authentication failure', type: 'error', code: '201' }, false],
    ['an address that is not allowed', { hasError: true, errors: 'Unauthorized', code: '418' }, false],
    ['no balance', { message: 'Insufficient balance', type: 'error', code: '301' }, false],
    ['by night', { message: 'This route is currently unavailable', type: 'error', code: '306' }, false],
    ['for its own failure', { message: 'Internal error', type: 'error', code: '601' }, false],
  ])('refuses %s with 200', async (_, body, isFinal) => {
    msg91.behave({ status: 200, body: JSON.stringify(body) });
    await expect(byMsg91()(moved, 'm1')).rejects.toMatchObject({
      isFinal,
      isNotTaken: true,
      isUncertain: false,
    });
  });
});

it('[C-41] a page that stands before MSG91 does not say what became of the message, so it is tried once more', async () => {
  msg91.behave({ status: 200, body: '<html>We are back soon</html>' });
  await expect(byMsg91()(moved, 'm1')).rejects.toMatchObject({
    ...{ isFinal: false, isNotTaken: false, isUncertain: true },
    message: 'MSG91 gave no answer that can be read',
  });
});

describe('[C-41] when MSG91 fails, Twilio', () => {
  const send = (message = moved, origin = msg91.url) =>
    withFallback(byMsg91({ origin }), byTwilio(), () => {})(message, 'm1');

  it.each([
    ['401', 401],
    ['429', 429],
    ['a refusal by the DLT', { status: 200, body: '{"type":"error","message":"DLT template not approved"}' }],
    ['no balance', { status: 200, body: '{"type":"error","code":"301"}' }],
  ])('sends after %s', async (_, behaviour) => {
    msg91.behave(behaviour);
    expect(await send()).toBe('SM1');
    expect(twilio.received).toHaveLength(1);
  });

  it('sends when it cannot be reached, and makes the calls', async () => {
    const { url } = msg91;
    await msg91.close();
    expect(await send(moved, url)).toBe('SM1');
    expect(await send(call, url)).toBe('SM1');
    expect(twilio.received.map(({ path }) => path)).toEqual([
      '/2010-04-01/Accounts/AC1/Messages.json',
      '/2010-04-01/Accounts/AC1/Calls.json',
    ]);
    msg91 = await startProvider();
  });

  it.each([500, 502, 'hang-up'] as const)(
    'sends nothing after %s, because the first may have sent it',
    async (behaviour) => {
      msg91.behave(behaviour);
      await expect(send()).rejects.toMatchObject({ isNotTaken: false });
      expect(twilio.received).toEqual([]);
    },
  );

  it('sends nothing after no answer within five seconds', async () => {
    msg91.behave('silent');
    await expect(send(code)).rejects.toMatchObject({
      isUncertain: true,
      message: 'the provider: no answer within 5 s',
    });
    expect(twilio.received).toEqual([]);
  });
});

describe('[C-41] Twilio refuses', () => {
  it.each([
    [400, 21211, true, false],
    [400, 21610, true, false],
    [400, 21408, false, true],
    [400, 21606, false, true],
    [401, 20003, false, true],
    [429, 20429, false, true],
    [500, 20500, false, false],
  ])(
    'with %i and error %i: final %s, another may send it %s',
    async (status, number, isFinal, isNotTaken) => {
      twilio.behave({ status, body: JSON.stringify({ code: number, message: `to ${to}`, status }) });
      await expect(byTwilio()(moved, 'm1')).rejects.toMatchObject({
        ...{ isFinal, isNotTaken },
        message: `the provider answered ${status}, error ${number}`,
      });
    },
  );
});
