import { createPrivateKey } from 'node:crypto';
import type { Environment, environmentReader } from './environment-reader.ts';
import type { SesAccount } from './messages/mail/ses.ts';
import type { DkimKey } from './messages/mail/smtp.ts';

/** How emails leave: over SMTP, signed by us or not, or by the API of Amazon SES. */
export interface MailSettings {
  emailProvider: 'smtp' | 'ses';
  smtpUrl: string | null;
  /** Null where the mail server signs, or nobody does. */
  dkim: DkimKey | null;
  ses: SesAccount | null;
  /** The topic of SNS that reports what became of emails; null where there is none. */
  sesTopicArn: string | null;
}

type Read = ReturnType<typeof environmentReader>;

/** Reads how emails leave. Half a configuration is a mistake. */
export function readMailSettings(read: Read, env: Environment, mistakes: string[]): MailSettings {
  const emailProvider = read.oneOf('EMAIL_PROVIDER', ['smtp', 'ses'] as const, 'smtp');
  const smtpUrl = read.url('SMTP_URL', ['smtp:', 'smtps:']);
  if (smtpUrl && new URL(smtpUrl).search) mistakes.push('SMTP_URL may have no parameters.');
  const ses = readSes(read, env, mistakes);
  if (emailProvider === 'ses' && !ses)
    mistakes.push('Email by Amazon SES needs SES_REGION, SES_ACCESS_KEY_ID and SES_SECRET_ACCESS_KEY.');
  const sesTopicArn = env.SES_TOPIC_ARN || null;
  if (sesTopicArn && !/^arn:aws:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/.test(sesTopicArn))
    mistakes.push('SES_TOPIC_ARN must be a topic of SNS such as arn:aws:sns:ap-south-1:123456789012:mail.');
  if (sesTopicArn && !env.SES_CONFIGURATION_SET)
    mistakes.push('SES_TOPIC_ARN needs SES_CONFIGURATION_SET: only its events have the id of an email.');
  return { emailProvider, smtpUrl, dkim: readDkim(read, mistakes), ses, sesTopicArn };
}

function readSes(read: Read, env: Environment, mistakes: string[]): SesAccount | null {
  const group = read.group('SES_REGION', 'SES_ACCESS_KEY_ID', 'SES_SECRET_ACCESS_KEY');
  if (!group) return null;
  const [region = '', accessKeyId = '', secretAccessKey = ''] = group;
  if (!/^[a-z]{2}(-[a-z]+)+-\d$/.test(region))
    mistakes.push('SES_REGION must be a region such as ap-south-1.');
  return { region, accessKeyId, secretAccessKey, configurationSet: env.SES_CONFIGURATION_SET || null };
}

/** The key may be one line with `\n` in the places of its line breaks. Emails would leave unsigned with any other key, so it is checked. */
function readDkim(read: Read, mistakes: string[]): DkimKey | null {
  const group = read.group('DKIM_SELECTOR', 'DKIM_PRIVATE_KEY');
  if (!group) return null;
  const [selector = '', key = ''] = group;
  const privateKey = key.replaceAll('\\n', '\n');
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(selector))
    mistakes.push('DKIM_SELECTOR must be one label of a host name, such as mail2026.');
  if (!isRsaKey(privateKey))
    mistakes.push('DKIM_PRIVATE_KEY must be an RSA key of 2,048 bits or more, in PEM.');
  return { selector, privateKey };
}

function isRsaKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  } catch {
    return false;
  }
}
