import { createVerify } from 'node:crypto';
import { isRecord } from '#lib/domain/core/record.ts';
import { parseJson } from '../provider-answer.ts';

/** What SNS posts (https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html). */
export interface SnsMessage {
  Type: string;
  MessageId: string;
  TopicArn: string;
  Message: string;
  Timestamp: string;
  SignatureVersion: string;
  Signature: string;
  SigningCertURL: string;
  Subject?: string;
  Token?: string;
  SubscribeURL?: string;
}

export interface SnsOptions {
  /** Returns the certificate or public key of an address in PEM; of Amazon unless a test gives another. */
  loadCertificate?: (url: string) => Promise<string>;
  /** Opens the address that confirms a subscription. */
  confirm?: (url: string) => Promise<void>;
  now?: () => number;
}

const required = [
  'Type',
  'MessageId',
  'TopicArn',
  'Message',
  'Timestamp',
  'SignatureVersion',
  'Signature',
  'SigningCertURL',
];
const signedFields: Record<string, readonly (keyof SnsMessage)[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
};
const hashes: Record<string, string> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };
/** SNS tries again for about an hour; what is older is a replay. */
const maxAgeMs = 2 * 3_600_000;
const certificateUrl =
  /^https:\/\/sns\.([a-z0-9-]+)\.amazonaws\.com\/SimpleNotificationService-[0-9a-f]+\.pem$/;

/** Parses a body of SNS; null where a field is missing. */
export function parseSnsMessage(body: Buffer): SnsMessage | null {
  const message = parseJson(body.toString());
  return isRecord(message) && required.every((name) => typeof message[name] === 'string')
    ? (message as unknown as SnsMessage)
    : null;
}

/**
 * Checks the signature of a message, whose certificate has to come from Amazon's own host in the region of the topic, and its age.
 * A certificate is loaded once.
 */
export async function checkSnsSignature(
  message: SnsMessage,
  { loadCertificate = loadAmazonCertificate, now = Date.now }: SnsOptions = {},
): Promise<boolean> {
  const [, region] = certificateUrl.exec(message.SigningCertURL) ?? [];
  const hash = hashes[message.SignatureVersion];
  const fields = signedFields[message.Type];
  const age = Math.abs(now() - Date.parse(message.Timestamp));
  if (region === undefined || region !== message.TopicArn.split(':')[3] || !hash || !fields) return false;
  if (!(age <= maxAgeMs)) return false;
  const lines = fields.flatMap((name) => (typeof message[name] === 'string' ? [name, message[name]] : []));
  const verify = createVerify(hash).update(`${lines.join('\n')}\n`);
  const certificate = await loadCertificate(message.SigningCertURL).catch(() => null);
  try {
    return certificate !== null && verify.verify(certificate, message.Signature, 'base64');
  } catch {
    return false;
  }
}

const certificates = new Map<string, string>();
/** Amazon changes its certificate about once a year. */
const maxCertificates = 10;

async function loadAmazonCertificate(url: string): Promise<string> {
  const known = certificates.get(url);
  if (known) return known;
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5000) });
  const text = response.ok ? (await response.text()).slice(0, 20_000) : '';
  if (!text.includes('BEGIN CERTIFICATE')) throw new Error('no certificate');
  if (certificates.size >= maxCertificates) certificates.clear();
  certificates.set(url, text);
  return text;
}
