import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { AttemptOutcome } from '#lib/domain/leads/lead-attempt.ts';
import type { LeadStatus } from '#lib/domain/leads/lead-flow.ts';
import type { LeadSource } from '#lib/domain/leads/lead-source.ts';
import { recordLead, recordLeadEvent } from '#lib/server/core/record-lead.ts';
import type { Db } from '#lib/server/db/index.ts';
import { calledLeads } from './called-leads.ts';
import { type DemoLead, newLeads } from './lead-people.ts';
import { demoPeople, seedPerson } from './person.ts';

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

async function insertConversion(
  trx: Db,
  kind: LeadSource,
  subjectId: string,
  { campaign }: DemoLead,
): Promise<void> {
  if ((kind !== 'CALLBACK' && kind !== 'BROCHURE') || !campaign) return;
  const touch = JSON.stringify({
    ...campaign,
    landingPath: '/',
    referrerHost: null,
    at: hoursFromNow(-72).toISOString(),
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
        at: hoursFromNow(-20 * (calls.length - index)),
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
  if (lead.status !== 'NEW') await recordDemoEvent(trx, leadId, lead.status, ownerId, lead.reason ?? null);
}

const recordDemoEvent = (
  trx: Db,
  leadId: string,
  to: LeadStatus,
  actorId: string,
  reasonCode: string | null,
) =>
  recordLeadEvent(trx, leadId, {
    ...(to === 'CANCELLED'
      ? { action: 'CANCEL' }
      : { action: 'ASSIGN', actorType: 'STAFF' as const, actorId }),
    ...{ from: 'NEW', to, reasonCode },
  });
