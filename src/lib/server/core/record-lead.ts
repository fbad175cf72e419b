import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { isOpenLead, type LeadStatus, leadFlow } from '#lib/domain/leads/lead-flow.ts';
import { firstContactHours, type LeadSource, reopeningSources } from '#lib/domain/leads/lead-source.ts';
import type { Db } from '#lib/server/db/index.ts';
import { currentOwner } from './current-owner.ts';
import { normalizeMailbox } from './normalize-mailbox.ts';

/** A request of a person, and what it tells about them. */
export interface LeadInput {
  source: LeadSource;
  /** Id of the request, enrolment or account. */
  subjectId: string;
  programSlug?: string | null;
  userId: string | null;
  firstName: string;
  lastName: string;
  /** E.164; null where only an email is known. */
  phoneE164: string | null;
  email: string | null;
  city?: string | null;
  timeZone?: string | null;
  /** The time that the person was promised; without it the first contact is due after the hours of its source. */
  promisedAt?: Date;
}

export interface RecordedLead {
  id: string;
  isExisting: boolean;
}

/**
 * Adds a request to the lead of its person, in the request's own transaction, or creates the lead. The number decides whose
 * lead it is, and the email where there is no number. Nothing is read first: the keys of `lead_contact` let one of many
 * parallel requests create the lead, and the others wait for it. Returns null for a request without number and email. [C-42]
 */
export async function recordLead(trx: Db, input: LeadInput): Promise<RecordedLead | null> {
  const newId = uuidv7();
  const id = await claimContacts(trx, newId, input);
  if (id === null) return null;
  const isExisting = id !== newId;
  if (isExisting) await updateLead(trx, id, input);
  else await insertLead(trx, id, input);
  await trx
    .insertInto('leadRequest')
    .values({
      kind: input.source,
      subjectId: input.subjectId,
      leadId: id,
      programSlug: input.programSlug ?? null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subjectId']).doUpdateSet({ at: sql<Date>`now()` }))
    .execute();
  await updateLeadWords(trx, id);
  return { id, isExisting };
}

/** Returns the lead that the number or the mailbox belongs to; `newId` if both are new; null without any. */
async function claimContacts(
  trx: Db,
  newId: string,
  { phoneE164, email }: LeadInput,
): Promise<string | null> {
  const mailbox = email ? normalizeMailbox(email) : null;
  if (phoneE164 === null) return mailbox === null ? null : claimContact(trx, 'EMAIL', mailbox, newId);
  const owner = await claimContact(trx, 'PHONE', phoneE164, newId);
  if (mailbox === null) return owner;
  const mailboxOwner = await claimContact(trx, 'EMAIL', mailbox, owner);
  if (owner !== newId || mailboxOwner === newId) return owner;
  // The number is new, and the mailbox has a lead. It is the same person unless that lead has another number.
  const known = await trx
    .updateTable('lead')
    .set({ phoneE164 })
    .where('id', '=', mailboxOwner)
    .where('phoneE164', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!known) return newId;
  await trx
    .updateTable('leadContact')
    .set({ leadId: known.id })
    .where('kind', '=', 'PHONE')
    .where('value', '=', phoneE164)
    .execute();
  return known.id;
}

/** Gives a number or mailbox to a lead unless it has one. Returns the lead that has it, and locks the contact. */
async function claimContact(
  trx: Db,
  kind: 'PHONE' | 'EMAIL',
  value: string,
  leadId: string,
): Promise<string> {
  const contact = await trx
    .insertInto('leadContact')
    .values({ kind, value, leadId })
    // This update changes nothing, but it locks and returns the existing row.
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doUpdateSet({ value }))
    .returning('leadId')
    .executeTakeFirstOrThrow();
  return contact.leadId;
}

const dueAtOf = ({ source, promisedAt }: LeadInput) =>
  promisedAt ??
  sql<Date>`now() + make_interval(hours => ${source === 'CALLBACK' ? 2 : firstContactHours[source]})`;

async function insertLead(trx: Db, id: string, input: LeadInput): Promise<void> {
  const { source, programSlug, userId, firstName, lastName, phoneE164, email, city, timeZone } = input;
  await trx
    .insertInto('lead')
    .values({
      ...{ id, userId, firstName, lastName, phoneE164, email },
      ...{ city: city ?? null, timeZone: timeZone ?? null },
      dueAt: dueAtOf(input) as Date,
      sources: [source],
      programSlugs: programSlug ? [programSlug] : [],
      ...{ ownerId: null, nextCallAt: null, reasonCode: null, enrolmentId: null },
      ...{ newAlertedAt: null, lateAlertedDue: null, mergedIntoId: null },
    })
    .execute();
  await recordLeadEvent(trx, id, { action: 'CREATE', from: null, to: 'NEW' });
}

/**
 * Adds what a further request tells about the person. Where the request asks for an answer, a closed lead opens again, and an
 * open one is announced again. [API-53]
 */
async function updateLead(trx: Db, id: string, input: LeadInput): Promise<void> {
  const { source, subjectId, programSlug, userId, firstName, lastName, phoneE164, email, city, timeZone } =
    input;
  const { status } = await trx
    .selectFrom('lead')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isReopened = canReopen(status, source);
  await trx
    .updateTable('lead')
    .set({
      userId: sql<string | null>`coalesce(user_id, ${userId}::uuid)`,
      // A last name completes the same first name: “Nisha”, who asked for a call, signs up as “Nisha Arora”.
      lastName: sql<string>`case when first_name = '' or (last_name = '' and lower(first_name) = lower(${firstName}))
        then ${lastName} else last_name end`,
      firstName: sql<string>`case when first_name = '' then ${firstName} else first_name end`,
      phoneE164: sql<string | null>`coalesce(phone_e164, ${phoneE164})`,
      email: sql<string | null>`coalesce(email, ${email})`,
      city: sql<string | null>`coalesce(city, ${city ?? null})`,
      timeZone: sql<string | null>`coalesce(time_zone, ${timeZone ?? null})`,
      sources: sql<LeadSource[]>`array(select distinct unnest(sources || ${source}::text))`,
      askedAt: sql<Date>`now()`,
    })
    .$if(Boolean(programSlug), (query) =>
      query.set({
        programSlugs: sql<string[]>`array(select distinct unnest(program_slugs || ${programSlug}::text))`,
      }),
    )
    .$if(isReopened, (query) =>
      query.set({
        status: 'NEW',
        ownerId: currentOwner('lead'),
        dueAt: dueAtOf(input) as Date,
        missedCalls: 0,
        newAlertedAt: null,
        reasonCode: null,
      }),
    )
    // A request that is sent again is the same request, so nobody hears of it twice.
    .$if(!isReopened && isOpenLead(status) && reopeningSources.includes(source), (query) =>
      query.set({
        newAlertedAt: sql<Date | null>`case when exists (
          select from lead_request where kind = ${source} and subject_id = ${subjectId}) then new_alerted_at end`,
      }),
    )
    .$if(!isReopened && input.promisedAt !== undefined, (query) =>
      query.set({ dueAt: sql<Date>`least(due_at, ${input.promisedAt ?? null}::timestamptz)` }),
    )
    .where('id', '=', id)
    .execute();
  if (isReopened) await recordLeadEvent(trx, id, { action: 'ASK_AGAIN', from: status, to: 'NEW' });
}

/** Somebody who has enrolled is called again only when they ask for a call. */
function canReopen(status: LeadStatus, source: LeadSource): boolean {
  const context = { missedCalls: 0, isNextCallAhead: false, hasEnrolment: false, reasonCode: null };
  if (!checkTransition(leadFlow, 'ASK_AGAIN', 'CANDIDATE', status, context).isAllowed) return false;
  return source === 'CALLBACK' || (status !== 'CONVERTED' && reopeningSources.includes(source));
}

interface LeadEvent {
  action: string;
  from: LeadStatus | null;
  to: LeadStatus;
  actorType?: 'CANDIDATE' | 'STAFF' | 'SYSTEM';
  actorId?: string | null;
  reasonCode?: string | null;
  note?: string | null;
}

/** Inserts a history row of a lead, in the transaction of its change. */
export async function recordLeadEvent(
  trx: Db,
  leadId: string,
  { action, from, to, actorType = 'CANDIDATE', actorId = null, reasonCode = null, note = null }: LeadEvent,
): Promise<void> {
  await trx
    .insertInto('leadEvent')
    .values({
      id: uuidv7(),
      leadId,
      action,
      fromStatus: from,
      toStatus: to,
      actorType,
      actorId,
      reasonCode,
      note,
    })
    .execute();
}

/** Updates what the search finds: names, numbers, mailboxes and references, also those of merged leads and of the requests. */
export async function updateLeadWords(trx: Db, id: string): Promise<void> {
  await sql`
    update lead set words = translate(lower(trim(concat_ws(' ', first_name, last_name, reference, email,
      (select string_agg(case kind when 'PHONE' then substr(value, 2) || ' ' || right(value, 10) else value end, ' ')
        from lead_contact where lead_id = lead.id),
      (select string_agg(concat_ws(' ', m.first_name, m.last_name, m.reference, m.email), ' ')
        from lead m where m.merged_into_id = lead.id),
      (select string_agg(coalesce(c.reference, e.reference), ' ') from lead_request r
        left join callback_request c on c.id = r.subject_id left join enrolment e on e.id = r.subject_id
        where r.lead_id = lead.id)))), '’', '''')
    where id = ${id}`.execute(trx);
}
