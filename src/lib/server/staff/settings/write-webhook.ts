import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { webhookRoutes } from '#lib/contract/staff/settings/webhooks.ts';
import { maxWebhooks, oldSecretHours } from '#lib/domain/staff/webhooks.ts';
import type { Session } from '#lib/server/auth/session.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import { parsePublicUrl } from '#lib/server/environment-reader.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { webhookRecipient } from '#lib/server/messages/webhooks/deliver-to-webhooks.ts';
import {
  deriveWebhookSecret,
  findWebhookSecret,
  hashWebhookSecret,
} from '#lib/server/messages/webhooks/webhook-secret.ts';
import { recordStaffAudit } from '../audit.ts';
import { createNotFoundError, requireWebhook } from './find-webhooks.ts';

/** Changes of webhooks by admins. Each is in the audit, without the secret. */

type Routes = typeof webhookRoutes;
type CreateInput = BodyOf<Routes['POST /api/v1/staff/webhooks/create/']>;
type UpdateInput = BodyOf<Routes['PATCH /api/v1/staff/webhooks/{webhookId}/update/']>;

interface WriteDeps {
  db: Db;
  config: Pick<Config, 'secretKeys' | 'webhooksMayBePrivate'>;
  session: Session;
}

/** A stolen session alone must not lead our events elsewhere. Throws REAUTH_REQUIRED. [C-20] */
function requireRecentOtp({ isFresh }: Session): void {
  if (!isFresh) throw new HttpError('REAUTH_REQUIRED');
}

/**
 * Adds a webhook and returns its secret. A repeat of the same request by the same person returns the same one for ten minutes, because
 * the first response may be lost. Throws REAUTH_REQUIRED, VALIDATION_FAILED, LIMIT_REACHED, ALREADY_EXISTS.
 */
export async function createWebhook(
  { db, config, session }: WriteDeps,
  input: CreateInput,
): Promise<string | null> {
  requireRecentOtp(session);
  const { id, name } = input;
  const url = checkUrl(config, input.url);
  const events = [...new Set(input.events)];
  const secret = deriveWebhookSecret(config.secretKeys[0], id, 1);
  return db.transaction().execute(async (trx) => {
    await sql`lock table webhook in share row exclusive mode`.execute(trx);
    const existing = await findRepeated(trx, session.user.id, id);
    if (existing) return findWebhookSecret(config.secretKeys, existing);
    const { count } = await trx
      .selectFrom('webhook')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= maxWebhooks)
      throw new HttpError('LIMIT_REACHED', {
        message: `There can be ${maxWebhooks} webhooks. Delete one first.`,
      });
    await trx
      .insertInto('webhook')
      .values({ id, name, url, events, secretHash: hashWebhookSecret(secret), createdById: session.user.id })
      .execute();
    await recordStaffAudit(trx, session.user.id, 'webhook.CREATE', id, { name, url, events });
    return secret;
  });
}

/** Finds the webhook that the same form has just added. Throws ALREADY_EXISTS for somebody else's id. */
async function findRepeated(trx: Db, staffId: string, id: string) {
  const existing = await trx.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst();
  const isRecent = existing && Date.now() - existing.createdAt.getTime() < 600_000;
  if (existing && (existing.createdById !== staffId || !isRecent || existing.secretNumber > 1))
    throw new HttpError('ALREADY_EXISTS', {
      message: 'This webhook was added already. Replace its secret if it is lost.',
    });
  return existing ?? null;
}

/** Returns the address as it is stored. Throws VALIDATION_FAILED at the field. */
function checkUrl(config: WriteDeps['config'], text: string): string {
  const url = config.webhooksMayBePrivate ? URL.parse(text) : parsePublicUrl(text);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url.href;
  const message = 'Enter an address on the public internet that begins with https://, without a user name.';
  throw new HttpError('VALIDATION_FAILED', { message, fields: { url: message } });
}

/** Changes the version that the caller has read. Throws NOT_FOUND, REAUTH_REQUIRED, VALIDATION_FAILED, STALE_WRITE. */
export async function updateWebhook(
  { db, config, session }: WriteDeps,
  id: string,
  { version, name, ...input }: UpdateInput,
): Promise<void> {
  requireRecentOtp(session);
  const before = await requireWebhook(db, id);
  const after = { name, url: checkUrl(config, input.url), events: [...new Set(input.events)] };
  await db.transaction().execute(async (trx) => {
    await writeVersion(trx, id, version, after);
    const changed = (['name', 'url', 'events'] as const).filter(
      (field) => String(before[field]) !== String(after[field]),
    );
    const pick = (from: typeof after) => Object.fromEntries(changed.map((field) => [field, from[field]]));
    if (changed.length)
      await recordStaffAudit(trx, session.user.id, 'webhook.UPDATE', id, {
        name,
        from: pick(before),
        to: pick(after),
      });
  });
}

/** Makes a new secret and returns it. The old one signs too for a day. Throws NOT_FOUND, REAUTH_REQUIRED, STALE_WRITE. */
export async function replaceSecret(
  { db, config, session }: WriteDeps,
  id: string,
  version: number,
): Promise<string> {
  requireRecentOtp(session);
  const { name } = await requireWebhook(db, id);
  return db.transaction().execute(async (trx) => {
    const { secretNumber, secretHash } = await trx
      .selectFrom('webhook')
      .select(['secretNumber', 'secretHash'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const secret = deriveWebhookSecret(config.secretKeys[0], id, secretNumber + 1);
    await writeVersion(trx, id, version, {
      ...{ secretNumber: secretNumber + 1, secretHash: hashWebhookSecret(secret) },
      oldSecretHash: secretHash,
      oldSecretUntil: sql<Date>`now() + make_interval(hours => ${oldSecretHours}::int)`,
    });
    await recordStaffAudit(trx, session.user.id, 'webhook.REPLACE_SECRET', id, { name });
    return secret;
  });
}

async function writeVersion(trx: Db, id: string, version: number, columns: object): Promise<void> {
  const updated = await trx
    .updateTable('webhook')
    .set({ ...columns, version: sql`version + 1` })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  if (updated) return;
  const message = 'Somebody has changed this webhook. Load the page again before you save.';
  throw new HttpError('STALE_WRITE', { message, extra: { current: await requireWebhook(trx, id) } });
}

/** Pauses a webhook, or lets it get events again; a repeat changes nothing. Throws NOT_FOUND. */
export async function setActive(db: Db, staffId: string, id: string, isActive: boolean): Promise<void> {
  const { name, status: from } = await requireWebhook(db, id);
  const to = isActive ? 'ACTIVE' : 'PAUSED';
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('webhook')
      .set({ status: to, failures: 0, failingSince: null, disabledAt: null })
      .where('id', '=', id)
      .where('status', isActive ? '<>' : '=', 'ACTIVE')
      .returning('id')
      .executeTakeFirst();
    if (changed)
      await recordStaffAudit(trx, staffId, isActive ? 'webhook.RESUME' : 'webhook.PAUSE', id, {
        name,
        from,
        to,
      });
  });
}

/** Deletes a webhook with its log, also what waits. Throws NOT_FOUND. */
export async function deleteWebhook(db: Db, staffId: string, id: string): Promise<void> {
  if (!isUuid(id)) throw createNotFoundError();
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('webhook')
      .where('id', '=', id)
      .returning(['name', 'url'])
      .executeTakeFirst();
    if (!deleted) throw createNotFoundError();
    await trx
      .deleteFrom('outbox')
      .where('medium', '=', 'WEBHOOK')
      .where('recipient', '=', webhookRecipient(id))
      .execute();
    await recordStaffAudit(trx, staffId, 'webhook.DELETE', id, deleted);
  });
}
