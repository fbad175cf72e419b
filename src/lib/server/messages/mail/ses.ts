import { AwsClient } from 'aws4fetch';
import nodemailer from 'nodemailer';
import type { Deliver } from '../delivery/breaker.ts';
import { classifyStatus, post, type Rejection, type RejectionKind } from '../http-post.ts';
import type { RenderAttachment } from '../message.ts';
import { findProviderId, parseJson } from '../provider-answer.ts';
import { composeEmail } from './compose-email.ts';

export interface SesAccount {
  /** `ap-south-1` */
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Its events become delivery reports; null without. */
  configurationSet: string | null;
}

interface SesOptions {
  from: string;
  renderAttachment: RenderAttachment;
  /** Of tests. */
  origin?: string;
}

/** The tag of an email that carries our id of it, which Amazon returns in its events. */
export const sesIdTag = 'liftoff-message';

/** An email with files is larger than an SMS, and SES answers once it has stored it. */
const totalMs = 10_000;

/** Errors that are about the account or its settings, although their status is 400. */
const accountErrors = [
  'AccountSuspendedException',
  'SendingPausedException',
  'LimitExceededException',
  'MailFromDomainNotVerifiedException',
];

/**
 * Creates the delivery of email by Amazon SES: `SendEmail` of the API version 2 with the finished email
 * (https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html). SES signs with DKIM itself. Throws DeliveryError. [C-41]
 */
export function createSesDelivery(
  { region, accessKeyId, secretAccessKey, configurationSet }: SesAccount,
  { origin = `https://email.${region}.amazonaws.com`, ...options }: SesOptions,
): Deliver {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 'ses', retries: 0 });
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (message, id) => {
    const { message: raw } = await composer.sendMail({
      ...(await composeEmail(message, id, options)),
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
    const url = `${origin}/v2/email/outbound-emails`;
    const body = JSON.stringify({
      FromEmailAddress: options.from,
      Destination: { ToAddresses: [message.to] },
      Content: { Raw: { Data: Buffer.from(raw as Buffer).toString('base64') } },
      EmailTags: [{ Name: sesIdTag, Value: id }],
      ...(configurationSet !== null && { ConfigurationSetName: configurationSet }),
    });
    const signed = await client.sign(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const answer = await post({ url, headers: Object.fromEntries(signed.headers), body, totalMs, classify });
    return findProviderId(parseJson(answer), 'MessageId');
  };
}

function classify(rejection: Rejection): RejectionKind {
  // `MessageRejected:http://internal.amazon.com/…`
  const code = rejection.headers.get('x-amzn-errortype')?.split(':')[0] ?? null;
  const isAccount = accountErrors.includes(code ?? '');
  return { ...(isAccount ? { isFinal: false, isNotTaken: true } : classifyStatus(rejection)), code };
}
