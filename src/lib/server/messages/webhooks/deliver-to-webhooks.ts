import { lookup } from 'node:dns';
import { sql } from 'kysely';
import { disableAfter } from '#lib/domain/staff/webhooks.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type Deliver, withBreaker } from '../delivery/breaker.ts';
import { DeliveryError, type Message } from '../message.ts';
import {
  type AddressRules,
  postWebhook,
  publicOnly,
  requireSuccess,
  type WebhookAnswer,
} from './public-webhook.ts';
import { findOldWebhookSecret, findWebhookSecret } from './webhook-secret.ts';

/** The recipient of an event in the outbox: the prefix and the id of the webhook. */
const prefix = 'webhook:';
export const webhookRecipient = (webhookId: string): string => `${prefix}${webhookId}`;
export const isForWebhook = ({ medium, to }: Pick<Message, 'medium' | 'to'>): boolean =>
  medium === 'WEBHOOK' && to.startsWith(prefix);

interface WebhookDeps {
  db: Db;
  config: Pick<Config, 'secretKeys' | 'webhooksMayBePrivate'>;
  /** Called when a webhook is switched off. */
  onDisabled(name: string): void;
}

/**
 * Creates the delivery of events to the webhooks that admins have added. Each attempt is recorded with its answer. A webhook that has
 * failed for days, or that answers 410, is switched off. Each has a breaker of its own. [C-41]
 */
export function createWebhooksDelivery(deps: WebhookDeps): Deliver {
  const anywhere: AddressRules = { lookup, isAllowed: () => true };
  const rules = deps.config.webhooksMayBePrivate ? anywhere : publicOnly;
  const deliver: Deliver = (message, id) => deliverOne(deps, rules, message, id);
  const ofWebhook = new Map<string, Deliver>();
  return (message, id) => {
    const own = ofWebhook.get(message.to) ?? withBreaker(deliver);
    ofWebhook.set(message.to, own);
    return own(message, id);
  };
}

async function deliverOne(
  deps: WebhookDeps,
  rules: AddressRules,
  message: Message,
  id: string,
): Promise<null> {
  const { db, config } = deps;
  const webhook = await findWebhook(db, message.to.slice(prefix.length));
  if (webhook?.status !== 'ACTIVE')
    throw new DeliveryError(webhook ? 'the webhook is not active' : 'the webhook was deleted', {
      isFinal: true,
    });
  const secret = findWebhookSecret(config.secretKeys, webhook);
  if (secret === null)
    throw new DeliveryError('the secret was made with a SECRET_KEY that is gone: replace it', {
      isFinal: true,
    });
  const oldSecret = webhook.hasOldSecret ? findOldWebhookSecret(config.secretKeys, webhook) : null;
  const startedAt = performance.now();
  const answer = await postWebhook({ url: webhook.url, secret, oldSecret }, message.text, id, rules).catch(
    (error: DeliveryError) => error,
  );
  await recordAttempt(db, id, Math.round(performance.now() - startedAt), answer);
  try {
    if (answer instanceof DeliveryError) throw answer;
    requireSuccess(answer);
  } catch (error) {
    const isGone = !(answer instanceof DeliveryError) && answer.status === 410;
    const isDisabled = await recordFailure(db, webhook.id, isGone);
    if (isDisabled) deps.onDisabled(webhook.name);
    throw error;
  }
  await recordSuccess(db, webhook.id);
  return null;
}

const findWebhook = (db: Db, id: string) =>
  db
    .selectFrom('webhook')
    .select(['id', 'name', 'url', 'status', 'secretNumber', 'secretHash', 'oldSecretHash'])
    .select(sql<boolean>`coalesce(old_secret_until > now(), false)`.as('hasOldSecret'))
    .where('id', '=', id)
    .executeTakeFirst();

async function recordAttempt(
  db: Db,
  messageId: string,
  durationMs: number,
  answer: WebhookAnswer | DeliveryError,
): Promise<void> {
  const [status, error, beginning] =
    answer instanceof DeliveryError ? [null, answer.message, ''] : [answer.status, null, answer.beginning];
  // Nothing is recorded of an event whose row was deleted meanwhile.
  await sql`
    insert into webhook_attempt (message_id, status, error, duration_ms, answer)
    select id, ${status}::integer, ${error}::text, ${durationMs}::integer, ${beginning}::text
    from outbox where id = ${messageId}`.execute(db);
}

/** Counts a failure, and switches a webhook off that is gone or has failed for days. Returns whether it did. */
async function recordFailure(db: Db, id: string, isGone: boolean): Promise<boolean> {
  const { days, failures } = disableAfter;
  const isOver = sql<boolean>`(${isGone}
    or (failures + 1 >= ${failures} and failing_since < now() - make_interval(days => ${days}::int)))`;
  const disabled = await db
    .updateTable('webhook')
    .set({
      failures: sql<number>`failures + 1`,
      failingSince: sql<Date>`coalesce(failing_since, now())`,
      status: sql`case when ${isOver} then 'DISABLED' else status end`,
      disabledAt: sql<Date | null>`case when ${isOver} then now() end`,
    })
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .returning('status')
    .executeTakeFirst();
  return disabled?.status === 'DISABLED';
}

async function recordSuccess(db: Db, id: string): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ failures: 0, failingSince: null })
    .where('id', '=', id)
    .where('failures', '>', 0)
    .execute();
}
