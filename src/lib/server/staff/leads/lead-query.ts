import { type RawBuilder, sql } from 'kysely';
import type { LeadFilters } from '#lib/contract/staff/leads.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { addDays, instantOf, localDate } from '#lib/domain/core/zoned-time.ts';
import { openLeadStatuses } from '#lib/domain/leads/lead-flow.ts';
import { listBatches } from '#lib/server/catalog/content/index.ts';
import type { Db } from '#lib/server/db/index.ts';
import { toPrefixQuery } from '../hiring/applications/search.ts';

/** Counsellors call everybody in the week before their first class. */
const firstClassDays = 7;

// Written out, so that the planner sees that the partial indexes fit.
export const isOpen = sql<boolean>`status in (${sql.raw(openLeadStatuses.map((one) => `'${one}'`).join(', '))})`;

/** Returns the condition of a list of leads as SQL. Without a status, search or `due=first-class` it lists open ones. */
export async function leadCondition(
  db: Db,
  filters: LeadFilters,
  staffId: string,
  now: Date,
): Promise<RawBuilder<boolean>> {
  const { status, owner, mine, late, due, programSlug, source, from, to, search } = filters;
  const needsOpen = late === 'true' || due === 'today' || !(status || search?.trim() || due);
  return sql<boolean>`merged_into_id is null
    ${needsOpen ? sql` and ${isOpen}` : sql``}
    ${status ? sql` and status = ${sql.raw(`'${status}'`)}` : sql``}
    ${owner === 'none' ? sql` and owner_id is null` : owner ? sql` and owner_id = ${owner}` : sql``}
    ${mine === 'true' ? sql` and owner_id = ${staffId}` : sql``}
    ${late === 'true' ? sql` and due_at < ${now.toISOString()}::timestamptz` : sql``}
    ${due === 'today' ? sql` and due_at < ${dayBegin(addDays(localDate(now, defaultTimeZone), 1))}` : sql``}
    ${due === 'first-class' ? sql` and ${isBeforeFirstClass(now)}` : sql``}
    ${programSlug ? sql` and ${programSlug} = any(program_slugs)` : sql``}
    ${source ? sql` and ${source} = any(sources)` : sql``}
    ${from ? sql` and created_at >= ${dayBegin(from)}` : sql``}
    ${to ? sql` and created_at < ${dayBegin(addDays(to, 1))}` : sql``}
    ${await wordsCondition(db, search)}`;
}

/** Up to this number, leads are looked up by their words first and named in the query. */
const maxNamedLeads = 200;

/**
 * Returns the condition of a search. The planner takes any search for one that matches many leads, and would read all of
 * them in the order of their due times. Few leads are named, so that the database reads their rows only.
 */
async function wordsCondition(db: Db, search: string | undefined): Promise<RawBuilder<unknown>> {
  if (!search?.trim()) return sql``;
  const { rows } = await sql<{ id: string }>`
    select id from lead where true ${leadWordsMatch(search)} limit ${maxNamedLeads + 1}`.execute(db);
  if (rows.length > maxNamedLeads) return leadWordsMatch(search);
  return sql` and id = any(${`{${rows.map(({ id }) => id).join(',')}}`}::uuid[])`;
}

const dayBegin = (day: string) => sql`${instantOf(day, '00:00', defaultTimeZone).toISOString()}::timestamptz`;

/** Returns the condition of a search by the words of a lead; one without a word matches nobody. */
export function leadWordsMatch(search: string | undefined) {
  if (!search?.trim()) return sql``;
  const query = toPrefixQuery(search.replace(/\b(ld|cb|en)\s+(?=\w)/gi, '$1-'));
  return query === null
    ? sql` and false`
    : sql` and array_to_tsvector(regexp_split_to_array(
        words || ' ~' || coalesce(reverse(phone_e164), ''), '\\s+')) @@ ${query}::tsquery`;
}

/** People with a confirmed seat in a batch that begins within a week, whom nobody has reached in this week. */
function isBeforeFirstClass(now: Date) {
  const today = localDate(now, defaultTimeZone);
  const last = addDays(today, firstClassDays);
  const ids = listBatches()
    .filter(({ startsOn }) => startsOn >= today && startsOn <= last)
    .map(({ id }) => id);
  return sql`id in (
    select r.lead_id from enrolment e join lead_request r on r.kind = 'ENROLMENT' and r.subject_id = e.id
    where e.status = 'CONFIRMED' and e.batch_id = any(${`{${ids.join(',')}}`}::text[])
      and not exists (
        select from lead_attempt a where a.lead_id = r.lead_id and a.outcome = 'CONNECTED'
          and a.at > ${now.toISOString()}::timestamptz - make_interval(days => ${firstClassDays})))`;
}

/** Finds the lead of an account that has one; null without. */
export async function findLeadId(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from lead where user_id = ${userId} and merged_into_id is null order by id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
