import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { WebhookDelivery } from '#lib/contract/staff/settings/webhooks.ts';
import { type DeliveryStatus, deliveryStatusLabels } from '#lib/domain/staff/webhooks.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { webhookRecipient } from '#lib/server/messages/webhooks/deliver-to-webhooks.ts';
import { countUpToMax, instantText, parseCursor, toListPage } from '../keyset.ts';
import type { ListPage } from '../list-page.ts';

/** How many attempts of an event are shown. */
const shownAttempts = 10;

interface DeliveryRow {
  id: string;
  type: string;
  status: DeliveryStatus;
  createdAt: Date;
  createdText: string | null;
  dueAt: Date;
  body: string | null;
  lastError: string | null;
  attempts: WebhookDelivery['attempts'];
}

/** Lists the events of a webhook, the latest first. */
export async function listDeliveries(
  db: Db,
  webhookId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<ListPage<WebhookDelivery>> {
  const [at, id] = parseCursor(after, ['instant', 'id']) ?? [];
  const counted = countUpToMax(db, ofWebhook(db, webhookId).select('id'));
  const loaded = selectDeliveries(db, webhookId)
    .$if(Boolean(id), (query) =>
      query.where(sql<boolean>`(created_at, id) < (${at}::timestamptz, ${id}::uuid)`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const [count, rows] = await Promise.all([counted, loaded]);
  const page = toListPage(count, rows, limit, (row) => [row.createdText, row.id]);
  return { ...page, results: page.results.map(presentDelivery) };
}

/** Loads one event of a webhook. Throws NOT_FOUND. */
export async function requireDelivery(db: Db, webhookId: string, id: string): Promise<WebhookDelivery> {
  const row = isUuid(id)
    ? await selectDeliveries(db, webhookId).where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!row) throw new HttpError('NOT_FOUND', { message: 'There is no such event' });
  return presentDelivery(row);
}

const ofWebhook = (db: Db, webhookId: string) =>
  db
    .selectFrom('outbox')
    .where('medium', '=', 'WEBHOOK')
    .where('recipient', '=', webhookRecipient(webhookId));

const selectDeliveries = (db: Db, webhookId: string) =>
  ofWebhook(db, webhookId)
    .select(['id', 'createdAt', 'dueAt', 'lastError', 'text as body'])
    .select(sql<string>`coalesce(subject, '')`.as('type'))
    .select(sql<DeliveryStatus>`status`.as('status'))
    .select(instantText('createdAt').as('createdText'))
    .select(
      sql<DeliveryRow['attempts']>`(
        select coalesce(jsonb_agg(jsonb_build_object('at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'status', status, 'error', error, 'durationMs', duration_ms, 'answer', answer) order by id desc), '[]')
        from (select * from webhook_attempt where message_id = outbox.id order by id desc limit ${shownAttempts}) latest)`.as(
        'attempts',
      ),
    );

const presentDelivery = ({ dueAt, createdAt, createdText: _, ...row }: DeliveryRow): WebhookDelivery => ({
  ...row,
  statusLabel: deliveryStatusLabels[row.status],
  createdAt: createdAt.toISOString(),
  nextAttemptAt: row.status === 'QUEUED' ? dueAt.toISOString() : null,
});
