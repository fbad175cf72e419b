import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { AttemptOutcome } from '#lib/domain/leads/lead-attempt.ts';
import type { LeadAction, LeadStatus } from '#lib/domain/leads/lead-flow.ts';
import type { LeadSource } from '#lib/domain/leads/lead-source.ts';
import { recordLead, recordLeadEvent } from '#lib/server/core/record-lead.ts';
import type { Db } from '#lib/server/db/index.ts';
import { demoPeople, seedPerson } from '../person.ts';
import { calledLeads } from './called-leads.ts';
import { type DemoLead, newLeads } from './lead-people.ts';

/** Adds leads in every status with their calls, unless there are any from forms. Sends no alerts. */
export async function seedLeads(db: Db): Promise<void> {
  const known = await db.selectFrom('leadAttempt').select('id').limit(1).executeTakeFirst();
  if (known) return;
  const ownerId = await seedPerson(db, demoPeople.kavita);
  for (const [index, lead] of [...newLeads, ...calledLeads].entries())
    await db.transaction().execute((trx) => seedLead(trx, lead, index, ownerId));
  await db
    .updateTable('lead')
    .set({ newAlertedAt: sql<Date>`now()`, lateAlertedDue: sql<Date>`due_at` })
    .execute();
}

const hoursBetweenCalls = 20;

/** Returns how many hours ago somebody asked: before the first call, and before the time that was promised. */
const ageOf = ({ calls = [], dueIn }: DemoLead): number =>
  Math.max(calls.length * hoursBetweenCalls, -dueIn, 0) + 4;

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000);

async function seedLead(trx: Db, lead: DemoLead, index: number, ownerId: string): Promise<void> {
  const [firstName = '', lastName = ''] = lead.name.split(' ');
  const phone = lead.hasNoPhone ? null : `+9190000${String(21_000 + index * 37)}`;
  const email = lead.email ?? null;
  const person = { userId: null, firstName, lastName, phoneE164: phone, email, city: lead.city ?? null };
  let leadId: string | undefined;
  for (const source of lead.sources) {
    const subjectId = phone && source === 'CALLBACK' ? await insertCallback(trx, lead, phone) : uuidv7();
    const asked = { ...person, source, subjectId, programSlug: source === 'CALLBACK' ? null : lead.program };
    leadId = (await recordLead(trx, asked))?.id;
    await insertConversion(trx, source, subjectId, lead);
  }
  if (leadId) await seedWork(trx, leadId, lead, ownerId);
}

async function insertCallback(trx: Db, lead: DemoLead, phoneE164: string): Promise<string> {
  const id = uuidv7();
  const [firstName = '', lastName = ''] = lead.name.split(' ');
  await trx
    .insertInto('callbackRequest')
    .values({
      ...{ id, reference: `CB-DEMO-${phoneE164.slice(-4)}`, userId: null, firstName, lastName, phoneE164 },
      ...{
        email: lead.email ?? null,
        countryIsoCode: 'IN',
        preferredWindow: '"ASAP"',
        timeZone: 'Asia/Kolkata',
      },
      ...{
        topic: null,
        message: lead.message ?? null,
        status: lead.status,
        expectedBy: hoursFromNow(lead.dueIn),
      },
    })
    .execute();
  return id;
}

async function insertConversion(trx: Db, kind: LeadSource, subjectId: string, lead: DemoLead): Promise<void> {
  const { campaign } = lead;
  if ((kind !== 'CALLBACK' && kind !== 'BROCHURE') || !campaign) return;
  const touch = JSON.stringify({
    ...campaign,
    landingPath: '/',
    referrerHost: null,
    at: hoursFromNow(-ageOf(lead) - 1).toISOString(),
  });
  await trx
    .insertInto('conversion')
    .values({
      ...{ id: uuidv7(), kind, subjectId, userId: null, anonymousId: null, refCode: null, ogReferer: null },
      ...{ firstTouch: touch, sessionTouch: touch },
    })
    .execute();
}

async function seedWork(trx: Db, leadId: string, lead: DemoLead, ownerId: string): Promise<void> {
  const missed: AttemptOutcome[] = ['NO_ANSWER', 'BUSY', 'WRONG_NUMBER'];
  const calls = lead.calls ?? [];
  for (const [index, [outcome, note]] of calls.entries())
    await trx
      .insertInto('leadAttempt')
      .values({
        ...{ id: uuidv7(), leadId, byId: ownerId, channel: 'CALL', outcome, note },
        at: hoursFromNow(-hoursBetweenCalls * (calls.length - index)),
      })
      .execute();
  const isOwned = lead.status !== 'NEW' && lead.status !== 'CANCELLED';
  const missedCalls = calls.filter(([outcome]) => missed.includes(outcome)).length;
  await trx
    .updateTable('lead')
    .set({
      ...{
        status: lead.status,
        ownerId: isOwned ? ownerId : null,
        reasonCode: lead.reason ?? null,
        missedCalls,
      },
      ...{ dueAt: hoursFromNow(lead.dueIn), nextCallAt: calls.length ? hoursFromNow(lead.dueIn) : null },
    })
    .where('id', '=', leadId)
    .execute();
  await recordHistory(trx, leadId, lead, ownerId);
  await moveToPast(trx, leadId, lead);
}

/** The change that leads to each status from the one after it was assigned. */
const lastActions: Partial<Record<LeadStatus, LeadAction>> = {
  ATTEMPTED: 'MISS',
  CONNECTED: 'CONNECT',
  FOLLOW_UP: 'CALL_AGAIN',
  CONVERTED: 'CONVERT',
  NOT_INTERESTED: 'LOSE',
  UNREACHABLE: 'GIVE_UP',
};

async function recordHistory(
  trx: Db,
  leadId: string,
  { status: to, reason }: DemoLead,
  actorId: string,
): Promise<void> {
  if (to === 'CANCELLED') return recordLeadEvent(trx, leadId, { action: 'CANCEL', from: 'NEW', to });
  if (to === 'NEW') return;
  const staff = { actorType: 'STAFF' as const, actorId };
  await recordLeadEvent(trx, leadId, { action: 'ASSIGN', from: 'NEW', to: 'ASSIGNED', ...staff });
  const action = lastActions[to];
  if (action)
    await recordLeadEvent(trx, leadId, {
      action,
      from: 'ASSIGNED',
      to,
      reasonCode: reason ?? null,
      ...staff,
    });
}

/** Moves the requests to the time when the person asked, the assignment to an hour later, and the last change to the last call. */
async function moveToPast(trx: Db, leadId: string, lead: DemoLead): Promise<void> {
  const askedAt = hoursFromNow(-ageOf(lead));
  const assignedAt = hoursFromNow(-ageOf(lead) + 1);
  const changedAt = lead.calls?.length ? hoursFromNow(-hoursBetweenCalls) : assignedAt;
  await sql`update lead set created_at = ${askedAt}, asked_at = ${askedAt} where id = ${leadId}`.execute(trx);
  await sql`update lead_event set at = case action when 'CREATE' then ${askedAt}::timestamptz
    when 'ASSIGN' then ${assignedAt}::timestamptz else ${changedAt}::timestamptz end
    where lead_id = ${leadId}`.execute(trx);
  const subjects = sql`select subject_id from lead_request where lead_id = ${leadId}`;
  await sql`update callback_request set requested_at = ${askedAt}, consented_at = ${askedAt}
    where id in (${subjects})`.execute(trx);
  await sql`update conversion set at = ${askedAt} where subject_id in (${subjects})`.execute(trx);
  await sql`update lead_request set at = ${askedAt} where lead_id = ${leadId}`.execute(trx);
}
