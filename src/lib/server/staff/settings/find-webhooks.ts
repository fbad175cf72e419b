import { type Selectable, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Webhook } from '#lib/contract/staff/settings/webhooks.ts';
import { webhookStatusLabels } from '#lib/domain/staff/webhooks.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { WebhookTable } from '#lib/server/db/schema/messages.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { loadPersonNames } from '../person-names.ts';

/** Lists the webhooks by name. */
export async function listWebhooks(db: Db): Promise<Webhook[]> {
  return presentWebhooks(db, await selectWebhooks(db).orderBy('name').orderBy('id').execute());
}

/** Loads a webhook. Throws NOT_FOUND. */
export async function requireWebhook(db: Db, id: string): Promise<Webhook> {
  const row = isUuid(id) ? await selectWebhooks(db).where('id', '=', id).executeTakeFirst() : undefined;
  const [webhook] = row ? await presentWebhooks(db, [row]) : [];
  if (!webhook) throw createNotFoundError();
  return webhook;
}

export const createNotFoundError = () => new HttpError('NOT_FOUND', { message: 'There is no such webhook' });

/** Lists the names of webhooks that were switched off after failures, for Today. */
export async function listDisabledWebhooks(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('webhook')
    .select(['id', 'name'])
    .where('status', '=', 'DISABLED')
    .orderBy('name')
    .execute();
}

const selectWebhooks = (db: Db) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .select(
      sql<Date | null>`(
        select max(finished_at) from outbox
        where medium = 'WEBHOOK' and recipient = 'webhook:' || webhook.id and status = 'SENT')`.as(
        'lastDeliveredAt',
      ),
    )
    .select(sql<boolean>`coalesce(old_secret_until > now(), false)`.as('hasOldSecret'));

type WebhookRow = Selectable<WebhookTable> & { lastDeliveredAt: Date | null; hasOldSecret: boolean };

async function presentWebhooks(db: Db, rows: readonly WebhookRow[]): Promise<Webhook[]> {
  const names = await loadPersonNames(
    db,
    rows.map(({ createdById }) => createdById),
  );
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, url: row.url, events: row.events, version: row.version },
    ...{ status: row.status, statusLabel: webhookStatusLabels[row.status] },
    createdAt: row.createdAt.toISOString(),
    createdBy: names.get(row.createdById) ?? null,
    oldSecretUntil: row.hasOldSecret ? (row.oldSecretUntil?.toISOString() ?? null) : null,
    failingSince: row.failingSince?.toISOString() ?? null,
    lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
  }));
}
