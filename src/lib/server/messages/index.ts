import { v7 as uuidv7 } from 'uuid';
import type { Config, SmsProvider } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Log } from '#lib/server/log.ts';
import { type ClosableDeliver, type Deliver, withBreaker } from './delivery/breaker.ts';
import { withDailyCap } from './delivery/daily-cap.ts';
import { withFallback } from './delivery/fallback.ts';
import { type DeliveryOutcome, withOutcomes } from './delivery/report-outcomes.ts';
import type { FindRecipient } from './digest.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createSesDelivery } from './mail/ses.ts';
import { createEmailDelivery } from './mail/smtp.ts';
import { DeliveryError, type Medium, type Message, type RenderAttachment } from './message.ts';
import { createMsg91Delivery } from './msg91.ts';
import type { DeliveryHooks, OutboxLane } from './outbox.ts';
import { startOutboxWorker } from './outbox-worker.ts';
import { type QueuedMessage, queueMessages } from './queue-messages.ts';
import { createTwilioDelivery } from './twilio.ts';
import { createWebhookDelivery } from './webhook.ts';
import { createWebhooksDelivery, isForWebhook } from './webhooks/deliver-to-webhooks.ts';
import { createPublicWebhookDelivery } from './webhooks/public-webhook.ts';
import { createWhatsAppDelivery } from './whatsapp.ts';

export { DeliveryError, DeliveryPausedError, type Message } from './message.ts';
export type { QueuedMessage } from './queue-messages.ts';

/** Sends SMS, voice calls, WhatsApp messages and email, whichever provider delivers them. */
export interface Messages {
  /**
   * Delivers a message now. Must not be called inside a transaction. Throws DeliveryError or DeliveryPausedError.
   */
  send(message: Message): Promise<void>;
  /**
   * Queues a message, once per `dedupeKey`, which is delivered at least once after the transaction has committed: alone, or
   * in a digest where the person or the address has got too many of its kind. [C-41]
   */
  queue(trx: Db, ...messages: QueuedMessage[]): Promise<void>;
  /** Delivers due messages now instead of within two seconds; those of one lane where it is given. */
  deliverQueued(lane?: OutboxLane): Promise<void>;
  /** Exists only with MESSAGES=inbox. */
  inbox?: Inbox;
  close(): Promise<void>;
}

type MessagesConfig = Pick<
  Config,
  | 'messages'
  | 'siteOrigin'
  | 'smsProvider'
  | 'smsFallbackProvider'
  | 'limits'
  | 'smsWebhookUrl'
  | 'smsWebhookSecret'
  | 'twilio'
  | 'msg91'
  | 'dlt'
  | 'whatsapp'
  | 'emailProvider'
  | 'smtpUrl'
  | 'dkim'
  | 'ses'
  | 'mailFrom'
  | 'leadsWebhook'
  | 'webhooksMayBePrivate'
  | 'secretKeys'
>;

export interface MessagesDeps extends DeliveryHooks {
  config: MessagesConfig;
  db: Db;
  log: Log;
  renderAttachment: RenderAttachment;
  /** Asks where a message that was held goes now. */
  findRecipient: FindRecipient;
  /** Learns what became of each attempt to deliver a message. */
  onOutcome?: ((medium: Medium, outcome: DeliveryOutcome) => void) | undefined;
}

/** Creates the sender and starts to deliver the outbox's messages; `close()` stops it. */
export function createMessages({
  config,
  db,
  log,
  renderAttachment,
  onOutcome = () => {},
  ...hooks
}: MessagesDeps): Messages {
  const inbox = config.messages === 'inbox' ? createInbox(db) : undefined;
  const mail = inbox ? null : createMailDelivery({ config, log, renderAttachment });
  const toPeople = inbox?.deliver ?? createLiveDelivery({ config, db, log }, mail ?? failWithout('SMTP_URL'));
  // Somebody has chosen to send these to another system, so they are sent from a developer's machine too.
  const toWebhooks = createWebhooksDelivery({
    ...{ db, config },
    onDisabled: (name) =>
      log.error({ event: 'webhook.disabled', name }, 'webhook switched off after failures'),
  });
  const deliver = withOutcomes(
    (message, id) => (isForWebhook(message) ? toWebhooks : toPeople)(message, id),
    onOutcome,
  );
  const worker = startOutboxWorker({ db, deliver, log, siteOrigin: config.siteOrigin, ...hooks });
  return {
    async send(message) {
      await deliver(message, uuidv7());
    },
    async queue(trx, ...queued) {
      await queueMessages(trx, ...queued);
      worker.wake();
    },
    deliverQueued: worker.run,
    ...(inbox && { inbox: { list: inbox.list, findHtml: inbox.findHtml } }),
    async close() {
      await worker.stop();
      mail?.close();
    },
  };
}

/**
 * Creates the delivery over real providers, each with its own breaker: email continues while the SMS provider is down.
 */
function createLiveDelivery(
  { config, db, log }: Pick<MessagesDeps, 'config' | 'db' | 'log'>,
  mail: Deliver,
): Deliver {
  const withProviderBreaker = (provider: string, deliver: Deliver) =>
    withBreaker(deliver, (reason) =>
      log.error({ event: 'messages.paused', provider, reason }, 'provider paused for 30 s'),
    );
  const phones = createPhoneDelivery({ config, db, log }, withProviderBreaker);
  const mails = withProviderBreaker(config.emailProvider, mail);
  const webhooks = withProviderBreaker(
    'leads-webhook',
    config.leadsWebhook ? createPublicWebhookDelivery(config.leadsWebhook) : failWithout('LEADS_WEBHOOK_URL'),
  );
  const whatsapp = withProviderBreaker(
    'whatsapp',
    config.whatsapp ? createWhatsAppDelivery(config.whatsapp) : failWithout('WHATSAPP_ACCESS_TOKEN'),
  );
  const byMedium = { EMAIL: mails, SMS: phones, VOICE_CALL: phones, WHATSAPP: whatsapp, WEBHOOK: webhooks };
  return (message, id) => byMedium[message.medium](message, id);
}

/** Creates the delivery of emails, by SES or over SMTP. */
function createMailDelivery({
  config,
  log,
  renderAttachment,
}: Pick<MessagesDeps, 'config' | 'log' | 'renderAttachment'>): ClosableDeliver {
  const { emailProvider, ses, smtpUrl, dkim, mailFrom: from } = config;
  if (emailProvider === 'ses' && ses)
    return withoutConnections(createSesDelivery(ses, { from, renderAttachment }));
  if (smtpUrl) return createEmailDelivery({ smtpUrl, from, dkim, renderAttachment });
  log.warn({ event: 'messages.no_smtp' }, 'SMTP_URL is not set: emails wait for it, for about a day each');
  return withoutConnections(failWithout('SMTP_URL'));
}

const withoutConnections = (deliver: Deliver): ClosableDeliver => Object.assign(deliver, { close: () => {} });

/** Creates the delivery of SMS and calls: up to the cap of a day, by the first provider, else by the second one. */
function createPhoneDelivery(
  { config, db, log }: Pick<MessagesDeps, 'config' | 'db' | 'log'>,
  withProviderBreaker: (provider: string, deliver: Deliver) => Deliver,
): Deliver {
  const { smsProvider, smsFallbackProvider, limits } = config;
  const first = withProviderBreaker(smsProvider, createSmsProvider(config, smsProvider));
  const either =
    smsFallbackProvider === null
      ? first
      : withFallback(
          first,
          withProviderBreaker(smsFallbackProvider, createSmsProvider(config, smsFallbackProvider)),
          (reason) =>
            log.warn(
              { event: 'messages.fallback', provider: smsFallbackProvider, reason },
              'sent by another provider',
            ),
        );
  return withDailyCap(either, db, limits.phoneMessagesPerDay, () =>
    log.error({ event: 'messages.cap' }, 'PHONE_MESSAGES_PER_DAY is reached: SMS and calls wait'),
  );
}

/**
 * Creates the delivery of each provider that is set up, one by one and without fail-over, for a test. SMS and calls count against the cap of
 * the day.
 */
export function createTestDeliveries(deps: Pick<MessagesDeps, 'config' | 'db' | 'log'>) {
  const { config, db } = deps;
  const byPhone = [...new Set([config.smsProvider, config.smsFallbackProvider])].flatMap((provider) => {
    if (!provider) return [];
    const deliver = createSmsProvider(config, provider);
    return [{ provider, deliver: withDailyCap(deliver, db, config.limits.phoneMessagesPerDay, () => {}) }];
  });
  const mail = createMailDelivery({ ...deps, renderAttachment: () => Promise.reject(new Error('no files')) });
  return {
    SMS: byPhone,
    VOICE_CALL: byPhone,
    WHATSAPP: config.whatsapp
      ? [{ provider: 'whatsapp', deliver: createWhatsAppDelivery(config.whatsapp) }]
      : [],
    EMAIL: [{ provider: config.emailProvider, deliver: mail }],
    close: () => mail.close(),
  };
}

function createSmsProvider(
  { smsWebhookUrl, smsWebhookSecret, ...config }: MessagesConfig,
  provider: SmsProvider,
): Deliver {
  if (provider === 'twilio' && config.twilio) {
    const isPublic = config.siteOrigin.startsWith('https:');
    const reportsUrl = isPublic ? `${config.siteOrigin}/delivery-reports/twilio/` : null;
    return createTwilioDelivery(config.twilio, { reportsUrl });
  }
  if (provider === 'msg91' && config.msg91) return createMsg91Delivery(config.msg91, { dlt: config.dlt });
  return smsWebhookUrl
    ? createWebhookDelivery({ url: smsWebhookUrl, secret: smsWebhookSecret, dlt: config.dlt })
    : failWithout('SMS_WEBHOOK_URL');
}

/** Fails for now, not finally, so that queued messages wait until the setting is made. */
function failWithout(name: string): Deliver {
  return () => Promise.reject(new DeliveryError(`${name} is not set`));
}
