import { escapeMarkup } from '#lib/domain/core/escape-markup.ts';
import { isRecord } from '#lib/domain/core/record.ts';
import { classifyStatus, post, type Rejection, type RejectionKind } from './http-post.ts';
import type { Message } from './message.ts';
import { findProviderId, parseJson } from './provider-answer.ts';

interface Account {
  accountSid: string;
  authToken: string;
  from: string;
}

interface TwilioOptions {
  origin?: string;
  /** Where Twilio reports what became of an SMS; it takes no address that is not public. */
  reportsUrl?: string | null;
}

// Shorter than the time after which most voicemail boxes pick up, because a code must not be left there (C-13).
const ringSeconds = '15';

/**
 * Creates the delivery of SMS (https://www.twilio.com/docs/messaging/api/message-resource) and voice calls
 * (https://www.twilio.com/docs/voice/api/call-resource) by Twilio. Tests pass an `origin`. Nobody asks what became of a code.
 */
export function createTwilioDelivery(
  { accountSid, authToken, from }: Account,
  { origin = 'https://api.twilio.com', reportsUrl = null }: TwilioOptions = {},
) {
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const account = `${origin}/2010-04-01/Accounts/${accountSid}`;
  return async ({ to, medium, text, code }: Message, id: string): Promise<string | null> => {
    const isCall = medium === 'VOICE_CALL';
    const form = isCall
      ? { To: to, From: from, Twiml: renderTwiml(text), Timeout: ringSeconds }
      : { To: to, From: from, Body: text, ...(code === undefined && reportsTo(reportsUrl, id)) };
    const answer = await post({
      url: `${account}/${isCall ? 'Calls' : 'Messages'}.json`,
      headers,
      body: new URLSearchParams(form).toString(),
      classify,
    });
    return findProviderId(parseJson(answer), 'sid');
  };
}

/** Errors with 400 that are about our sender or the country, so that another provider may send it. */
const accountErrors = ['21408', '21606', '21612', '21659', '21660'];

/** Reads Twilio's own code (https://www.twilio.com/docs/api/errors), which says more than the status. */
function classify(rejection: Rejection): RejectionKind {
  const answer = parseJson(rejection.text);
  const code = /^\d{5}$/.exec(isRecord(answer) ? String(answer.code) : '')?.[0] ?? null;
  if (accountErrors.includes(code ?? '')) return { isFinal: false, isNotTaken: true, code };
  return { ...classifyStatus(rejection), code };
}

const reportsTo = (url: string | null, id: string) => (url ? { StatusCallback: `${url}?message=${id}` } : {});

function renderTwiml(text: string): string {
  return `<Response><Say language="en-IN">${escapeMarkup(text)}</Say></Response>`;
}
