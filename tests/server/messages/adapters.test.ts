import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#lib/server/messages/message.ts';
import { createTwilioDelivery } from '#lib/server/messages/twilio.ts';
import { createWhatsAppDelivery } from '#lib/server/messages/whatsapp.ts';
import { type Provider, startProvider } from './provider.ts';

const sms: Message = {
  to: '+919876543210',
  medium: 'SMS',
  text: '123456 is your OTP\n\n@liftoff.example #123456',
  code: '123456',
};

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider();
});
afterEach(() => provider.close());

describe('twilio', () => {
  const deliver = (message: Message) =>
    createTwilioDelivery(
      { accountSid: 'AC1', authToken: 'token', from: '+15550001111' },
      { origin: provider.url, reportsUrl: 'https://liftoff.example/delivery-reports/twilio/' },
    )(message, 'm1');
  const form = () => Object.fromEntries(new URLSearchParams(provider.received[0]?.body));

  it('sends an SMS', async () => {
    provider.behave(201);
    await deliver(sms);
    expect(provider.received[0]).toMatchObject({
      method: 'POST',
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      headers: {
        authorization: `Basic ${btoa('AC1:token')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    expect(form()).toEqual({ To: '+919876543210', From: '+15550001111', Body: sms.text });
  });

  it('[C-13] calls, hangs up before voicemail answers, and reads the text without markup', async () => {
    await deliver({ ...sms, medium: 'VOICE_CALL', text: 'Your OTP is 1 & <2>' });
    expect(provider.received[0]?.path).toBe('/2010-04-01/Accounts/AC1/Calls.json');
    expect(form()).toMatchObject({
      Timeout: '15',
      Twiml: '<Response><Say language="en-IN">Your OTP is 1 &amp; &lt;2&gt;</Say></Response>',
    });
  });

  it('[C-41] asks what became of a message, but not of a code, and returns its id', async () => {
    provider.behave({ status: 201, body: '{"sid":"SM1"}' });
    const { code: _, ...plain } = sms;
    expect(await deliver(plain)).toBe('SM1');
    expect(form()).toMatchObject({
      StatusCallback: 'https://liftoff.example/delivery-reports/twilio/?message=m1',
    });
  });

  it('does not retry a rejected number', async () => {
    provider.behave({ status: 400, body: '{"code": 21211}' });
    await expect(deliver(sms)).rejects.toMatchObject({ name: 'DeliveryError', isFinal: true });
  });
});

describe('WhatsApp', () => {
  const account = { accessToken: 'token', phoneNumberId: '1066', template: 'liftoff_update' };
  const deliver = (text: string) =>
    createWhatsAppDelivery(account, provider.url)({ to: '+919876543210', medium: 'WHATSAPP', text }, 'm1');

  it('[USER-20] sends the text as the variable of the approved template, without line breaks', async () => {
    provider.behave({ status: 200, body: '{"messages":[{"id":"wamid.1"}]}' });
    expect(await deliver('Your interview is tomorrow.\nSee https://liftoff.example/')).toBe('wamid.1');
    expect(provider.received[0]).toMatchObject({
      method: 'POST',
      path: '/v23.0/1066/messages',
      headers: { authorization: 'Bearer token' },
    });
    expect(JSON.parse(provider.received[0]?.body ?? '')).toEqual({
      ...{
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: '919876543210',
        type: 'template',
        biz_opaque_callback_data: 'm1',
      },
      template: {
        ...{ name: 'liftoff_update', language: { code: 'en' } },
        components: [
          {
            type: 'body',
            parameters: [{ type: 'text', text: 'Your interview is tomorrow. See https://liftoff.example/' }],
          },
        ],
      },
    });
  });

  it('[C-41] does not retry what Meta rejects, and sends nothing that is too long', async () => {
    provider.behave({ status: 400, body: '{"error":{"code":131026}}' });
    await expect(deliver('Hello')).rejects.toMatchObject({ isFinal: true });
    await expect(deliver('x'.repeat(1025))).rejects.toMatchObject({ isFinal: true });
    expect(provider.received).toHaveLength(1);
  });
});
