import { v7 as uuidv7 } from 'uuid';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Log } from '#lib/server/log.ts';
import { type Deliver, withBreaker } from './breaker.ts';
import { email } from './email.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { DeliveryError, type Message, type RenderAttachment } from './message.ts';
import { msg91 } from './msg91.ts';
import { type DeliveryHooks, type QueuedMessage, queueMessage } from './outbox.ts';
import { startOutboxWorker } from './outbox-worker.ts';
import { twilio } from './twilio.ts';
import { webhook } from './webhook.ts';

export { DeliveryError, DeliveryPausedError, type Message } from './message.ts';

/** SMS, calls and e-mail, whoever carries them. */
export interface Messages {
  /**
   * Delivers now; never call it inside a transaction.
   * @throws DeliveryError, DeliveryPausedError
   */
  send(message: Message): Promise<void>;
  /** Delivered after the caller's transaction has committed, at least once; once per `dedupeKey` (C-41). */
  queue(trx: Db, message: QueuedMessage): Promise<void>;
  /** Delivers what is queued and due, now rather than within two seconds. */
  deliverQueued(): Promise<void>;
  /** Only with MESSAGES=inbox. */
  inbox?: Inbox;
  close(): Promise<void>;
}

type MessagesConfig = Pick<
  Config,
  | 'messages'
  | 'smsProvider'
  | 'smsWebhookUrl'
  | 'smsWebhookSecret'
  | 'twilio'
  | 'msg91'
  | 'smtpUrl'
  | 'mailFrom'
>;

export interface MessagesDeps extends DeliveryHooks {
  config: MessagesConfig;
  db: Db;
  log: Log;
  renderAttachment: RenderAttachment;
}

/** Creates the sender and starts to deliver what the outbox holds; `close()` ends it. */
export function createMessages({ config, db, log, renderAttachment, ...hooks }: MessagesDeps): Messages {
  const inbox = config.messages === 'inbox' ? createInbox(db) : undefined;
  const deliver = inbox ? inbox.deliver : createLiveDelivery(config, log, renderAttachment);
  const worker = startOutboxWorker({ db, deliver, log, ...hooks });
  return {
    send: (message) => deliver(message, uuidv7()),
    async queue(trx, message) {
      await queueMessage(trx, message);
      worker.wake();
    },
    deliverQueued: worker.run,
    ...(inbox && { inbox: { list: inbox.list, findHtml: inbox.findHtml } }),
    close: worker.stop,
  };
}

/** One breaker per provider: mail goes on when the SMS provider is down. */
function createLiveDelivery(config: MessagesConfig, log: Log, renderAttachment: RenderAttachment): Deliver {
  const guarded = (provider: string, deliver: Deliver) =>
    withBreaker(deliver, (reason) =>
      log.error({ event: 'messages.paused', provider, reason }, 'provider paused for 30 s'),
    );
  const phones = guarded(config.smsProvider, smsProvider(config));
  if (!config.smtpUrl)
    log.warn({ event: 'messages.no_smtp' }, 'SMTP_URL is not set: mails wait for it, for about a day each');
  const mails = guarded(
    'smtp',
    config.smtpUrl
      ? email({ smtpUrl: config.smtpUrl, from: config.mailFrom, renderAttachment })
      : absent('SMTP_URL'),
  );
  return (message, id) => (message.medium === 'EMAIL' ? mails : phones)(message, id);
}

function smsProvider({ smsProvider, smsWebhookUrl, smsWebhookSecret, ...config }: MessagesConfig): Deliver {
  if (smsProvider === 'twilio' && config.twilio) return twilio(config.twilio);
  if (smsProvider === 'msg91' && config.msg91) return msg91(config.msg91);
  return smsWebhookUrl
    ? webhook({ url: smsWebhookUrl, secret: smsWebhookSecret })
    : absent('SMS_WEBHOOK_URL');
}

/** Not for good: what is queued waits for whoever sets it. */
function absent(name: string): Deliver {
  return () => Promise.reject(new DeliveryError(`${name} is not set`));
}
