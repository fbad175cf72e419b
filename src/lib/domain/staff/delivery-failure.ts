import { findOwn } from '#lib/domain/core/record.ts';

/** What the codes of providers mean, in one plain sentence each that says what to do. */

const whatsAppCodes: Record<string, string> = {
  '130429': 'We sent too many messages at once. Send it again in an hour.',
  '130472': 'WhatsApp did not pass it on, as part of a test of its own. Use another channel.',
  '131000': 'WhatsApp had a fault. Send it again.',
  '131016': 'WhatsApp was not available. Send it again.',
  '131026': 'The number has no WhatsApp, or a very old version. Use SMS or call.',
  '131031': 'Our WhatsApp account is locked. Tell the operator.',
  '131042': 'Our WhatsApp account has a payment problem. Tell the operator.',
  '131047': 'The person last wrote to us more than a day ago. Use another channel.',
  '131048': 'WhatsApp limits our messages, because people reported some as spam. Tell the operator.',
  '131049': 'WhatsApp limits how many such messages a person gets. Use another channel.',
  '131050': 'The person has stopped our messages in WhatsApp. Use another channel.',
  '131053': 'WhatsApp could not read the file. Send it by email.',
  '131056': 'We sent too many messages to this number. Send it again in an hour.',
  '132000': 'Our WhatsApp template does not fit the text. Tell the operator.',
  '132001': 'Our WhatsApp template does not exist. Tell the operator.',
  '132005': 'The text is too long for our WhatsApp template. Write a shorter one.',
  '132007': 'WhatsApp has rejected our template. Tell the operator.',
  '132015': 'Our WhatsApp template is paused. Tell the operator.',
  '133010': 'Our number is not registered with WhatsApp. Tell the operator.',
};

const smsCodes: Record<string, string> = {
  '21211': 'The number is not valid. Ask the person for the right one.',
  '21408': 'Our SMS provider does not send to this country. Use another channel.',
  '21610': 'The person has stopped our SMS. Use another channel.',
  '21614': 'The number is not a mobile number. Call, or write an email.',
  '30001': 'The provider had too many messages waiting. Send it again.',
  '30002': 'Our SMS account is suspended. Tell the operator.',
  '30003': 'The phone is off or out of reach. Send it again later.',
  '30004': 'The number blocks these messages. Use another channel.',
  '30005': 'The number does not exist. Ask the person for the right one.',
  '30006': 'The number gets no SMS. Call, or write an email.',
  '30007': 'The carrier has filtered the message. Use another channel.',
  '30008': 'The carrier gives no reason. Send it again, or use another channel.',
  '30034': 'Our sender is not registered with the carriers. Tell the operator.',
};

/** The answers of mail servers: a class of codes each. */
const mailCodes: [code: RegExp, text: string][] = [
  [/^(550|551|553)$/, 'The mailbox does not exist, or rejects us. Ask the person for another email.'],
  [/^552$/, 'The mailbox is full. Call, or send it again later.'],
  [/^535$/, 'Our mail server does not accept our password. Tell the operator.'],
  [/^4\d\d$/, 'The mail server asks us to wait. Send it again in an hour.'],
  [/^5\d\d$/, 'The mail server rejects the message. Call, and tell the operator.'],
];

const providerCodes: [code: RegExp, text: string][] = [
  [/^(401|403)$/, 'The provider does not accept our access. Tell the operator.'],
  [/^429$/, 'We sent too many messages at once. Send it again in an hour.'],
  [/^5\d\d$/, 'The provider had a fault. Send it again.'],
  [/^4\d\d$/, 'The provider rejects the message. Check the number, and tell the operator.'],
];

const findText = (texts: readonly [RegExp, string][], code: string | undefined): string | null =>
  (code && texts.find(([pattern]) => pattern.test(code))?.[1]) || null;

/**
 * Returns what a stored reason of a failure means, as one sentence that says what to do: `131026 Message undeliverable` →
 * `The number has no WhatsApp …`. Null where the reason has no code that we know. [C-41]
 */
export function explainFailure(reason: string): string | null {
  const mail = /^the mail server: (\d{3})\b/.exec(reason)?.[1];
  if (mail) return findText(mailCodes, mail);
  const own = /, error (\d{5})$/.exec(reason)?.[1];
  if (own && findOwn(smsCodes, own)) return findOwn(smsCodes, own) ?? null;
  if (reason.startsWith('no registered template'))
    return 'Our SMS provider sends no such text. Use another channel.';
  const provider = /^the provider answered (\d{3})\b/.exec(reason)?.[1];
  if (provider) return findText(providerCodes, provider);
  if (/not reached|no answer/.test(reason)) return 'It could not be reached in time. Send it again.';
  const code = /\b\d{5,6}\b/.exec(reason)?.[0] ?? '';
  return findOwn(whatsAppCodes, code) ?? findOwn(smsCodes, code) ?? null;
}
