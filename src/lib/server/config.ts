import { createHmac } from 'node:crypto';
import type { BlockList } from 'node:net';
import { resolve } from 'node:path';
import { readS3Address, type S3Address } from '#lib/server/media/store/s3-address.ts';
import { developmentKey } from './development-key.ts';
import { type Environment, environmentReader, isLoopback, loopbackTwins } from './environment-reader.ts';
import { type Limits, limitsFrom } from './limits.ts';
import { type MailSettings, readMailSettings } from './mail-settings.ts';
import type { WhatsAppReportsAccount } from './messages/reports/whatsapp-reports.ts';
import type { WhatsAppAccount } from './messages/whatsapp.ts';
import { checkSecretKey, checkWebhookSecrets, readCertificateKeys, splitKeys } from './secret-keys.ts';
import { readSmsSettings, type SmsSettings } from './sms-settings.ts';
import { readTelemetrySettings, type TelemetrySettings } from './telemetry/settings.ts';

/**
 * All settings that the process reads from its environment, checked once. Names and defaults: `.env.example`.
 */
export interface Config extends MailSettings, SmsSettings {
  isProduction: boolean;
  port: number;
  host: string;
  /** `https://liftoff.example`, without a trailing slash. */
  siteOrigin: string;
  /** Origins that the site had before. Their addresses lead to `siteOrigin` (docs/certificates.md). */
  formerOrigins: readonly string[];
  /** Origins whose pages may send writes (C-26). */
  allowedOrigins: ReadonlySet<string>;
  /** True when cookies carry `Secure` and the `__Host-` prefix (C-25); follows `siteOrigin`, never a request. */
  secureCookies: boolean;
  dataDir: string;
  /** The most that transformed images may take in `dataDir`, in MB (C-34). */
  imageCacheMb: number;
  /** The place of uploads: `media` in `dataDir`, or a bucket. */
  mediaStore: 'disk' | S3Address;
  /** The origin that uploads are sent to (API-34); `siteOrigin` unless they have a host of their own. */
  mediaHost: string;
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** Newest first; codes made under an older one stay valid while it is listed (C-08). */
  secretKeys: readonly [string, ...string[]];
  /** Seeds of the keys that sign certificates, newest first; an older one may be a public key (docs/certificates.md). */
  certificateKeys: readonly [string, ...string[]];
  /** Whether `CERTIFICATE_KEYS` is set. Otherwise the keys are derived from the secret keys. */
  hasOwnCertificateKeys: boolean;
  messages: 'inbox' | 'live';
  smsProvider: SmsProvider;
  /** Sends what the first provider has not taken; null without one. */
  smsFallbackProvider: SmsProvider | null;
  smsWebhookUrl: string | null;
  /** Key of the webhook's HMAC signature: `SMS_WEBHOOK_SECRET`, else derived from the secret key. */
  smsWebhookSecret: string;
  /** Null where people cannot choose WhatsApp. */
  whatsapp: WhatsAppAccount | null;
  /** Null where Meta reports nothing. */
  whatsappReports: WhatsAppReportsAccount | null;
  mailFrom: string;
  /** Where new and late leads are announced; null where nobody wants that. */
  leadsEmail: string | null;
  /** The system that gets new and late leads as signed JSON; null where there is none. */
  leadsWebhook: { url: string; secret: string } | null;
  /** Whether webhooks may have any address, as on a developer's machine. */
  webhooksMayBePrivate: boolean;
  /** Signs ids of people for the chat service; null where none is configured (USER-01). */
  intercomIdentitySecret: string | null;
  /** Peers whose X-Forwarded-For is believed (C-12). */
  trustedProxies: BlockList;
  limits: Limits;
  logLevel: string;
  /** False: browsers get a service worker that removes itself and all it kept (docs/operations.md). [APP-01] */
  hasServiceWorker: boolean;
  /** How long a stopping server still accepts requests, in seconds (docs/operations.md). */
  shutdownDelaySeconds: number;
  telemetry: TelemetrySettings;
}

const smsProviders = ['webhook', 'twilio', 'msg91'] as const;
export type SmsProvider = (typeof smsProviders)[number];
const smsSettings: Record<SmsProvider, string> = {
  webhook: 'SMS_WEBHOOK_URL',
  twilio: 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM',
  msg91: 'MSG91_AUTH_KEY and MSG91_TEMPLATE_ID',
};

/** Thrown with one sentence per mistake, so that all of them can be fixed at once. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

/** Reads and checks the environment. Makes `DATA_DIR` and, in development, a secret key kept in it. */
export function readConfig(env: Environment = process.env): Config {
  const mistakes: string[] = [];
  const read = environmentReader(env, mistakes);

  const isProduction = env.NODE_ENV === 'production';
  const port = read.integer('PORT', 8000, 0, 65535);
  const siteOrigin = read.origin('SITE_ORIGIN', `http://localhost:${port}`);
  const secureCookies = siteOrigin.startsWith('https:');
  const messages = read.oneOf('MESSAGES', ['inbox', 'live'] as const, isProduction ? 'live' : 'inbox');
  const smsProvider = read.oneOf('SMS_PROVIDER', smsProviders, 'webhook');
  const fallback = read.oneOf('SMS_FALLBACK_PROVIDER', [...smsProviders, 'none'] as const, 'none');
  const smsFallbackProvider = fallback === 'none' || fallback === smsProvider ? null : fallback;
  const smsWebhookUrl = read.url('SMS_WEBHOOK_URL', ['http:', 'https:']);
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const dataDir = resolve(env.DATA_DIR || '.data');
  const sms = readSmsSettings(read, env, mistakes);
  const whatsapp = readWhatsApp(read);

  checkSecretKey(env.SECRET_KEY, isProduction, mistakes);
  checkWebhookSecrets(env, mistakes);
  const certificateKeys = readCertificateKeys(env.CERTIFICATE_KEYS, mistakes);
  if (isProduction && !secureCookies && !isLoopback(siteOrigin))
    mistakes.push('SITE_ORIGIN must begin with https:// in production: cookies would travel in the clear.');
  if (messages === 'inbox') checkInbox({ isProduction, siteOrigin }, mistakes);
  const isSetUp = { webhook: smsWebhookUrl, ...sms };
  for (const provider of messages === 'live' ? [smsProvider, smsFallbackProvider] : [])
    if (provider && !isSetUp[provider]) mistakes.push(`SMS by ${provider} needs ${smsSettings[provider]}.`);
  const mail = readMailSettings(read, env, mistakes);
  const [mailFrom, leadsEmail] = [read.email('MAIL_FROM'), read.email('LEADS_EMAIL')];
  const leadsWebhookUrl = read.publicUrl('LEADS_WEBHOOK_URL');
  const trustedProxies = read.networks('TRUSTED_PROXIES');
  const imageCacheMb = read.integer('IMAGE_CACHE_MB', 256, 1, 1_000_000);
  const mediaHost = read.origin('MEDIA_HOST', siteOrigin);
  const formerOrigins = read.otherOrigins('FORMER_ORIGINS', [siteOrigin, mediaHost]);
  const mediaStore = readMediaStore(env.MEDIA_STORE, mistakes);
  const limits = limitsFrom(env, mistakes);
  const logLevel = read.oneOf('LOG_LEVEL', ['silent', 'debug', 'info', 'warn', 'error'] as const, 'info');
  const hasServiceWorker = read.oneOf('SERVICE_WORKER', ['on', 'off'] as const, 'on') === 'on';
  const shutdownDelaySeconds = read.integer('SHUTDOWN_DELAY_SECONDS', 0, 0, 60);
  const telemetry = readTelemetrySettings(read, env.METRICS_HOST);
  if (mistakes.length) throw new ConfigError(mistakes);

  const [secretKey = '', ...olderKeys] = splitKeys(env.SECRET_KEY || developmentKey(dataDir));
  const secretOf = (own: string | undefined, use: string) => own || derive(secretKey, use);
  return {
    isProduction,
    port,
    host: env.HOST || '127.0.0.1',
    siteOrigin,
    formerOrigins,
    allowedOrigins: new Set([siteOrigin, ...(isProduction ? [] : loopbackTwins(siteOrigin))]),
    secureCookies,
    dataDir,
    imageCacheMb,
    mediaStore,
    mediaHost,
    databaseUrl,
    secretKeys: [secretKey, ...olderKeys],
    certificateKeys: certificateKeys ?? [certificateKeyOf(secretKey), ...olderKeys.map(certificateKeyOf)],
    hasOwnCertificateKeys: certificateKeys !== null,
    messages,
    smsProvider,
    smsFallbackProvider,
    smsWebhookUrl,
    smsWebhookSecret: secretOf(env.SMS_WEBHOOK_SECRET, 'sms-webhook'),
    ...sms,
    whatsapp,
    whatsappReports: readWhatsAppReports(read),
    ...mail,
    mailFrom: mailFrom ?? `no-reply@${new URL(siteOrigin).hostname}`,
    leadsEmail,
    leadsWebhook: toTarget(leadsWebhookUrl, secretOf(env.LEADS_WEBHOOK_SECRET, 'leads-webhook')),
    webhooksMayBePrivate: !isProduction && isLoopback(siteOrigin),
    intercomIdentitySecret: env.INTERCOM_IDENTITY_SECRET || null,
    trustedProxies,
    limits,
    logLevel,
    hasServiceWorker,
    shutdownDelaySeconds,
    telemetry,
  };
}

/** A site with https and its own domain has real people, so the inbox is rejected even if NODE_ENV is not production. */
function checkInbox(site: Pick<Config, 'isProduction' | 'siteOrigin'>, mistakes: string[]): void {
  const { isProduction, siteOrigin } = site;
  if (isProduction)
    mistakes.push('MESSAGES=inbox shows one-time codes to everybody and is refused in production.');
  else if (siteOrigin.startsWith('https:') && !isLoopback(siteOrigin))
    mistakes.push(
      `MESSAGES=inbox shows one-time codes to everybody and is refused at ${siteOrigin}: set MESSAGES=live.`,
    );
}

type Read = ReturnType<typeof environmentReader>;

function readWhatsApp(read: Read): Config['whatsapp'] {
  const group = read.group('WHATSAPP_ACCESS_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_TEMPLATE');
  const [accessToken = '', phoneNumberId = '', template = ''] = group ?? [];
  return group && { accessToken, phoneNumberId, template };
}

function readWhatsAppReports(read: Read): Config['whatsappReports'] {
  const group = read.group('WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN');
  const [appSecret = '', verifyToken = ''] = group ?? [];
  return group && { appSecret, verifyToken };
}

const toTarget = (url: string | null, secret: string) => (url === null ? null : { url, secret });

function readMediaStore(text: string | undefined, mistakes: string[]): 'disk' | S3Address {
  if (!text || text === 'disk') return 'disk';
  const address = readS3Address(text);
  // Not the value itself: it holds a secret.
  if (!address)
    mistakes.push('MEDIA_STORE must be disk, or https://key:secret@host/bucket?region=… of an S3 service.');
  return address ?? 'disk';
}

/** One key per purpose, so that a leaked key does not affect other purposes. */
export function derive(secretKey: string, purpose: string): string {
  return createHmac('sha256', secretKey).update(`liftoff:${purpose}`).digest('base64url');
}

/** A certificate's key where the setting has none. It is kept for as long as its secret key is listed. */
const certificateKeyOf = (secretKey: string) => derive(secretKey, 'certificates');
