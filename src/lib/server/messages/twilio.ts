import { escapeMarkup } from '#lib/domain/core/escape-markup.ts';
import { post } from './http-post.ts';
import type { Message } from './message.ts';

interface Account {
  accountSid: string;
  authToken: string;
  from: string;
}

// Shorter than the time after which most voicemail boxes pick up, because a code must not be left there (C-13).
const ringSeconds = '15';

/**
 * Creates the delivery of SMS (https://www.twilio.com/docs/messaging/api/message-resource) and voice calls
 * (https://www.twilio.com/docs/voice/api/call-resource) by Twilio. Tests pass an `origin`.
 */
export function createTwilioDelivery(
  { accountSid, authToken, from }: Account,
  origin = 'https://api.twilio.com',
) {
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const account = `${origin}/2010-04-01/Accounts/${accountSid}`;
  return async ({ to, medium, text }: Message): Promise<void> => {
    const isCall = medium === 'VOICE_CALL';
    const form = isCall
      ? { To: to, From: from, Twiml: renderTwiml(text), Timeout: ringSeconds }
      : { To: to, From: from, Body: text };
    await post({
      url: `${account}/${isCall ? 'Calls' : 'Messages'}.json`,
      headers,
      body: new URLSearchParams(form).toString(),
    });
  };
}

function renderTwiml(text: string): string {
  return `<Response><Say language="en-IN">${escapeMarkup(text)}</Say></Response>`;
}
