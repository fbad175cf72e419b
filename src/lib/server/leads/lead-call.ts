import { sql } from 'kysely';
import { type CallbackStatus, openCallbackStatuses } from '#lib/domain/leads/callback.ts';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import { normalizeMailbox } from '#lib/server/core/normalize-mailbox.ts';
import { recordLead, recordLeadEvent } from '#lib/server/core/record-lead.ts';
import type { Db } from '#lib/server/db/index.ts';

/** What the changes of a call-back do to the lead of its person. */

interface CallbackLead {
  id: string;
  userId: string | null;
  firstName: string;
  lastName: string;
  phoneE164: string;
  email: string | null;
  timeZone: string;
  expectedBy: Date;
  /** The slug of the programme whose page the request came from, or any other words. */
  topic: string | null;
}

/**
 * Adds a request to be called to the lead of its person. The lead is due when the call was promised, and a call about a programme
 * is an interest in it. [API-53]
 */
export async function recordCallbackLead(
  trx: Db,
  { id, expectedBy, topic, ...person }: CallbackLead,
): Promise<void> {
  const programSlug = topic && (findProgram(topic)?.slug ?? null);
  await recordLead(trx, {
    source: 'CALLBACK',
    subjectId: id,
    promisedAt: expectedBy,
    programSlug,
    ...person,
  });
}

/**
 * Locks the lead of a number before its open call: staff who log a call lock both in this order. The contacts come before the
 * lead, also the mailbox that a request adds to it. A number without a lead has no open call either. [C-42]
 */
export async function lockLeadOfPhone(trx: Db, phoneE164: string, email?: string | null): Promise<void> {
  await sql`
    select from lead_contact where kind = 'PHONE' and value = ${phoneE164} for no key update`.execute(trx);
  if (email)
    await sql`
      select from lead_contact where kind = 'EMAIL' and value = ${normalizeMailbox(email)}
      for no key update`.execute(trx);
  await sql`
    select from lead where id = (select lead_id from lead_contact where kind = 'PHONE' and value = ${phoneE164})
    for no key update`.execute(trx);
}

/** Moves the due time of the lead with the call. A lead that somebody has talked to keeps its next call. */
export async function moveLeadCall(trx: Db, callbackId: string, expectedBy: Date): Promise<void> {
  await trx
    .updateTable('lead')
    .set({ dueAt: expectedBy })
    .where('id', '=', leadOf(callbackId))
    .where('status', 'in', openCallbackStatuses)
    .execute();
}

/** Closes the lead of a call that the person has cancelled, unless somebody has talked to them or another call is open. */
export async function cancelLeadCall(trx: Db, callbackId: string, from: CallbackStatus): Promise<void> {
  const lead = await trx
    .updateTable('lead')
    .set({ status: 'CANCELLED' })
    .where('id', '=', leadOf(callbackId))
    .where('status', 'in', openCallbackStatuses)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('leadRequest as r')
            .innerJoin('callbackRequest as c', 'c.id', 'r.subjectId')
            .select('c.id')
            .whereRef('r.leadId', '=', 'lead.id')
            .where('r.kind', '=', 'CALLBACK')
            .where('c.id', '!=', callbackId)
            .where('c.status', 'in', openCallbackStatuses),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  if (lead) await recordLeadEvent(trx, lead.id, { action: 'CANCEL', from, to: 'CANCELLED' });
}

const leadOf = (callbackId: string) =>
  sql<string>`(select lead_id from lead_request where kind = 'CALLBACK' and subject_id = ${callbackId})`;
