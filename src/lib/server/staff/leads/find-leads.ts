import { type Selectable, sql } from 'kysely';
import type { StaffLeadCard } from '#lib/contract/staff/lead-schemas.ts';
import type { LeadFilters, LeadsQuery } from '#lib/contract/staff/leads.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { instantOf, localDate } from '#lib/domain/core/zoned-time.ts';
import { attemptOutcomeLabels } from '#lib/domain/leads/lead-attempt.ts';
import { isOpenLead, leadStatusLabels } from '#lib/domain/leads/lead-flow.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { LeadTable } from '#lib/server/db/schema/lead-records.ts';
import { countOf, countUpToMax, instantText, parseCursor, toListPage } from '../keyset.ts';
import type { ListPage } from '../list-page.ts';
import { formatPersonName, loadPersonNames } from '../person-names.ts';
import { findLeadsWithDuplicates } from './find-duplicates.ts';
import { type LastAttempt, loadLastAttempts } from './last-attempts.ts';
import { leadCondition } from './lead-query.ts';

export type LeadRow = Selectable<LeadTable>;

/**
 * Lists leads in the order of their due times. A lead whose time changes while somebody pages may be shown again or on
 * another page, which is where it belongs then.
 */
export async function listLeads(
  db: Db,
  staffId: string,
  { limit, after, ...filters }: LeadsQuery,
): Promise<ListPage<StaffLeadCard>> {
  const cursor = parseCursor(after, ['instant', 'id']);
  const now = await databaseNow(db);
  const condition = await leadCondition(db, filters, staffId, now);
  const counted = countUpToMax(db, db.selectFrom('lead').select('id').where(condition));
  const loaded = db
    .selectFrom('lead')
    .selectAll()
    .select(instantText('dueAt').as('dueText'))
    .where(condition)
    .$if(cursor !== null, (query) =>
      query.where(sql<boolean>`(due_at, id) > (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`),
    )
    .orderBy('dueAt')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const [count, rows] = await Promise.all([counted, loaded]);
  const page = toListPage(count, rows, limit, ({ dueText, id }) => [dueText, id]);
  const { readable, unreadable } = separateUnreadable(page.results, ({ id, reference }) => ({
    id,
    reference,
  }));
  return { ...page, results: await presentLeadCards(db, readable, now), unreadable };
}

/** Converts rows to leads of a list, with the names of their owners. */
export async function presentLeadCards(
  db: Db,
  rows: readonly LeadRow[],
  now: Date,
): Promise<StaffLeadCard[]> {
  const names = await loadPersonNames(
    db,
    rows.flatMap(({ ownerId }) => ownerId ?? []),
  );
  const ids = rows.map(({ id }) => id);
  const twice = await findLeadsWithDuplicates(db, ids);
  const last = await loadLastAttempts(db, ids);
  return rows.map((row) => ({
    ...{
      id: row.id,
      reference: row.reference,
      status: row.status,
      statusLabel: leadStatusLabels[row.status],
    },
    person: {
      name: formatPersonName(row),
      ...{ phone: row.phoneE164, email: row.email, city: row.city, userId: row.userId },
    },
    owner: row.ownerId === null ? null : { id: row.ownerId, name: names.get(row.ownerId) ?? null },
    dueAt: row.dueAt.toISOString(),
    isLate: isOpenLead(row.status) && row.dueAt < now,
    nextActionAt: row.nextCallAt?.toISOString() ?? null,
    missedCalls: row.missedCalls,
    ...presentLast(last.get(row.id)),
    sources: row.sources,
    interests: row.programSlugs,
    askedAt: row.askedAt.toISOString(),
    hasDuplicates: twice.has(row.id),
  }));
}

const presentLast = (last: LastAttempt | undefined): Pick<StaffLeadCard, 'lastAttempt' | 'lastNote'> => ({
  lastAttempt:
    last?.at && last.outcome
      ? {
          at: last.at.toISOString(),
          outcome: last.outcome,
          outcomeLabel: attemptOutcomeLabels[last.outcome],
          count: last.count,
        }
      : null,
  lastNote: last?.note ?? null,
});

/** Counts seats that wait for a payment, and seats that were confirmed in this month, in India. */
async function countEnrolments(db: Db, now: Date): Promise<{ reserved: number; enrolled: number }> {
  const month = `${localDate(now, defaultTimeZone).slice(0, 7)}-01`;
  const { rows } = await sql<{ reserved: number; enrolled: number }>`
    select count(*) filter (where status = 'HELD')::int as reserved,
      count(*) filter (where status <> 'HELD' and confirmed_at >= ${instantOf(month, '00:00', defaultTimeZone)})::int as enrolled
    from enrolment where status in ('HELD', 'CONFIRMED', 'COMPLETED')`.execute(db);
  return rows[0] ?? { reserved: 0, enrolled: 0 };
}

/** Counts what counsellors have to do: late and due leads, new ones, their own, calls before a first class, and enrolments. */
export async function countLeads(db: Db, staffId: string) {
  const now = await databaseNow(db);
  const count = async (filters: LeadFilters) => {
    const condition = await leadCondition(db, filters, staffId, now);
    return countOf(db.selectFrom('lead').select('id').where(condition));
  };
  const query = db.selectNoFrom([
    (await count({ late: 'true' })).as('late'),
    (await count({ due: 'today' })).as('today'),
    (await count({ owner: 'none' })).as('unassigned'),
    (await count({ mine: 'true' })).as('mine'),
    (await count({ due: 'first-class' })).as('firstClass'),
  ]);
  const [counts, enrolments] = await Promise.all([query.executeTakeFirstOrThrow(), countEnrolments(db, now)]);
  return { ...counts, ...enrolments };
}
