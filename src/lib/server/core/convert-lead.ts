import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type ActorType, checkTransition } from '#lib/domain/core/state-machine.ts';
import { openCallbackStatuses } from '#lib/domain/leads/callback.ts';
import { type LeadStatus, leadFlow } from '#lib/domain/leads/lead-flow.ts';
import type { Db } from '#lib/server/db/index.ts';
import { recordLeadEvent } from './record-lead.ts';

/**
 * Closes the lead of an enrolment that was confirmed as converted, in the transaction of the confirmation. A lead that is
 * closed already stays as it is. [API-53]
 */
export async function convertLead(trx: Db, enrolmentId: string): Promise<void> {
  const lead = await trx
    .selectFrom('lead')
    .select(['id', 'status', 'missedCalls'])
    .where('id', '=', (from) =>
      from
        .selectFrom('leadRequest')
        .select('leadId')
        .where('kind', '=', 'ENROLMENT')
        .where('subjectId', '=', enrolmentId),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!lead) return;
  const context = {
    hasEnrolment: true,
    missedCalls: lead.missedCalls,
    isNextCallAhead: false,
    reasonCode: null,
  };
  const result = checkTransition(leadFlow, 'CONVERT', 'SYSTEM', lead.status, context);
  if (!result.isAllowed) return;
  const { to } = result;
  await trx
    .updateTable('lead')
    .set({ status: to, enrolmentId, reasonCode: null })
    .where('id', '=', lead.id)
    .execute();
  await recordLeadEvent(trx, lead.id, { action: 'CONVERT', from: lead.status, to, actorType: 'SYSTEM' });
  await moveCallbacks(trx, lead.id, to, { actorType: 'SYSTEM', actorId: null });
}

interface CallbackActor {
  actorType: Extract<ActorType, 'STAFF' | 'SYSTEM'>;
  actorId: string | null;
}

/** Gives the open call-backs of a lead its status, because the person's page about the call shows it. */
export async function moveCallbacks(
  trx: Db,
  leadId: string,
  to: LeadStatus,
  actor: CallbackActor,
): Promise<void> {
  const { rows } = await sql<{ id: string; fromStatus: LeadStatus }>`
    update callback_request set status = ${to}
    from (
      select c.id, c.status from callback_request c join lead_request r on r.subject_id = c.id
      where r.kind = 'CALLBACK' and r.lead_id = ${leadId} and c.status in (
        ${sql.join([...openCallbackStatuses, 'CONNECTED'].map((status) => sql`${status}`))})
      for update of c
    ) as before
    where callback_request.id = before.id
    returning callback_request.id, before.status as from_status`.execute(trx);
  for (const { id, fromStatus } of rows)
    await trx
      .insertInto('callbackEvent')
      .values({
        ...{ id: uuidv7(), callbackId: id, fromStatus, toStatus: to, ...actor },
        ...{ reasonCode: null, privateNote: null },
      })
      .execute();
}
