import { sql } from 'kysely';
import { undoSeconds } from '#lib/domain/staff/undo.ts';
import type { WebhookEventType } from '#lib/domain/staff/webhooks.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import { queueForWebhook } from '#lib/server/messages/webhooks/queue-webhook.ts';

const batchSize = 100;

/** An event with its data; null where what happened was undone, or its record was deleted. */
interface ListedEvent {
  id: string;
  type: WebhookEventType;
  at: Date;
  data: Record<string, unknown> | null;
}

/**
 * Queues what has happened for each webhook that asks for it, once it can no longer be undone. The listed events are deleted in the
 * transaction that queues them, so several processes and a crash in between queue each one once. [C-41]
 */
export async function queueWebhookEvents({ db, messages }: Pick<ApiDeps, 'db' | 'messages'>): Promise<void> {
  let count = batchSize;
  while (count === batchSize)
    count = await db.transaction().execute(async (trx) => {
      const events = await claimEvents(trx);
      const webhooks = events.length ? await listActive(trx) : [];
      for (const { id, type, at, data } of events)
        for (const webhook of data ? webhooks.filter((one) => one.events.includes(type)) : [])
          await queueForWebhook({ trx, messages }, webhook.id, { id, type, timestamp: at, data: data ?? {} });
      return events.length;
    });
}

const listActive = (trx: Db) =>
  trx.selectFrom('webhook').select(['id', 'events']).where('status', '=', 'ACTIVE').execute();

/** An action of several transactions can be undone after the last of them; one that died halfway counts as ended after a minute. */
const isUndoable = sql`exists (
  select from row_change join staff_action action on action.id = row_change.staff_action_id
  where key_value in (event.subject_id::text) and action.undone_at is null
    and coalesce(action.undo_expires_at, action.started_at + interval '1 minute') > now())`;

/** Deletes the oldest events that can no longer be undone, and returns them with their data. */
async function claimEvents(trx: Db): Promise<ListedEvent[]> {
  const { rows } = await sql<ListedEvent>`
    with due as (
      select id from webhook_event event
      where at < now() - make_interval(secs => ${undoSeconds}) and not ${isUndoable}
      order by at limit ${batchSize} for update skip locked
    ), event as (
      delete from webhook_event using due where webhook_event.id = due.id returning webhook_event.*
    )
    select id, type, at, case
      when type = 'lead.created' then ${leadData}
      when type = 'enrolment.confirmed' then ${enrolmentData}
      when type = 'application.status_changed' then ${applicationData}
      else ${offerData}
    end as data
    from event order by at`.execute(trx);
  return rows;
}

/** No event names a person: another system asks us, or a member of staff opens the page. */
const leadData = sql`(
  select jsonb_build_object('id', lead.id, 'reference', lead.reference, 'status', history.to_status,
    'sources', to_jsonb(lead.sources), 'interests', to_jsonb(lead.program_slugs))
  from lead_event history join lead on lead.id = history.lead_id
  where history.id = event.subject_id)`;

const enrolmentData = sql`(
  select jsonb_build_object('id', enrolment.id, 'reference', enrolment.reference, 'status', history.to_status,
    'program', enrolment.program_slug, 'batch_id', enrolment.batch_id)
  from enrolment_event history join enrolment on enrolment.id = history.enrolment_id
  where history.id = event.subject_id and history.undone_at is null)`;

const applicationData = sql`(
  select jsonb_build_object('id', application.id, 'number', application.number, 'job_id', application.job_id,
    'from', history.from_status, 'status', history.to_status)
  from application_event history join job_application application on application.id = history.application_id
  where history.id = event.subject_id and history.undone_at is null)`;

/** An answer that was undone has made the offer open again, and an offer that was undone is gone. */
const offerData = sql`(
  select jsonb_build_object('id', offer.id, 'version', offer.version, 'status', case type
      when 'offer.made' then 'OPEN' when 'offer.accepted' then 'ACCEPTED' else 'DECLINED' end,
    'application_id', application.id, 'application_number', application.number, 'job_id', application.job_id)
  from job_offer offer join job_application application on application.id = offer.application_id
  where offer.id = event.subject_id and (type = 'offer.made' or offer.status <> 'OPEN'))`;
