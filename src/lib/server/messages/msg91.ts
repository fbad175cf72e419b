import { isRecord } from '#lib/domain/core/record.ts';
import type { Deliver } from './delivery/breaker.ts';
import { type DltRegistration, findDltTemplate } from './delivery/dlt-templates.ts';
import { post } from './http-post.ts';
import { DeliveryError, type Message } from './message.ts';
import { findProviderId, parseJson } from './provider-answer.ts';

export interface Msg91Account {
  authKey: string;
  /** The template of one-time codes. */
  templateId: string;
}

interface Msg91Options {
  /** The templates of everything but codes; without them it sends nothing else. */
  dlt?: DltRegistration | null;
  /** Of tests. */
  origin?: string;
}

/**
 * Codes of MSG91 that are about the account or the service, so another message would fail too: database, login, address, balance,
 * expiry, ban, route (one is open in daytime only), internal error.
 */
const accountCodes = ['001', '002', '201', '207', '208', '301', '302', '303', '306', '418', '601', '602'];

/**
 * Creates the delivery of SMS by MSG91: codes by its OTP API (https://docs.msg91.com/otp/sendotp), everything else by its flow API
 * (https://docs.msg91.com/sms/send-sms) with the values of the registered template that the text fits. In India only registered
 * texts are sent. It makes no calls: its OTP API speaks only the code that it has sent last, and a call of ours has a new one
 * (C-06), so another provider may make them. Throws DeliveryError. [C-41]
 */
export function createMsg91Delivery(
  account: Msg91Account,
  { dlt = null, origin = 'https://control.msg91.com' }: Msg91Options = {},
): Deliver {
  const headers = { authkey: account.authKey, 'content-type': 'application/json' };
  return async (message) => {
    const request = buildRequest(message, account, dlt);
    const answer = parseJson(
      await post({ url: `${origin}${request.path}`, headers, body: JSON.stringify(request.body) }),
    );
    // MSG91 also responds to rejected messages with 200.
    if (!isRecord(answer) || answer.type !== 'success') throw createRejection(answer);
    return findProviderId(answer, 'request_id') ?? findProviderId(answer, 'message');
  };
}

function buildRequest(
  { to, medium, text, code }: Message,
  { templateId }: Msg91Account,
  dlt: DltRegistration | null,
) {
  const mobile = to.replace('+', '');
  if (medium !== 'SMS') throw createImpossible('MSG91 makes no calls here');
  if (code !== undefined) {
    const query = new URLSearchParams({ template_id: templateId, mobile, otp: code });
    return { path: `/api/v5/otp?${query}`, body: {} };
  }
  const found = dlt && findDltTemplate(dlt, text);
  if (!dlt || !found?.template.msg91) throw createImpossible('no registered template fits the text');
  const variables = Object.fromEntries(found.values.map((value, index) => [`VAR${index + 1}`, value]));
  return {
    path: '/api/v5/flow',
    body: {
      ...{ template_id: found.template.msg91, sender: dlt.senderId, short_url: '0' },
      recipients: [{ mobiles: mobile, ...variables }],
    },
  };
}

/** MSG91 can never send it, and another provider may. */
const createImpossible = (reason: string) => new DeliveryError(reason, { isFinal: true, isNotTaken: true });

function createRejection(answer: unknown): DeliveryError {
  // A page of a proxy or for maintenance does not say what became of the message.
  if (!isRecord(answer))
    return new DeliveryError('MSG91 gave no answer that can be read', { isUncertain: true });
  const code = String(answer.code ?? answer.apiError ?? '');
  const isKnown = /^\d{3}$/.test(code);
  return new DeliveryError(`MSG91 refused the message${isKnown ? `, error ${code}` : ''}`, {
    isFinal: !accountCodes.includes(code),
    isNotTaken: true,
  });
}
