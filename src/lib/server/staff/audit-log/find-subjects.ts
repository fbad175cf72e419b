import { sql } from 'kysely';
import { formatAuditSubject } from '#lib/domain/staff/audit-text.ts';
import { isSearchable } from '#lib/domain/staff/search.ts';
import type { Db } from '#lib/server/db/index.ts';
import { personWords, toPrefixQuery } from '../hiring/applications/search.ts';
import { leadWordsMatch } from '../leads/lead-query.ts';
import { searchStaffRecords } from '../search/search-staff-records.ts';

/**
 * Finds what a search in the audit is about: the records that staff's search finds by name, number, phone, email or title, and
 * of each person that it finds also their applications, leads and enrolments. Nothing found is an empty list. [C-40]
 */
export async function findSubjectIds(db: Db, search: string): Promise<string[]> {
  const query = toPrefixQuery(search);
  if (query === null || !isSearchable(search)) return [];
  const [{ results }, ofPeople] = await Promise.all([
    searchStaffRecords(db, 'admin', search),
    findRecordsOfPeople(db, search, query),
  ]);
  return [...new Set([...results.map(({ id }) => id), ...ofPeople])];
}

/** Finds everybody who matches, with and without an account, and their records; the search of staff lists a few of each kind. */
async function findRecordsOfPeople(db: Db, search: string, query: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with person as materialized (select id from app_user where ${personWords} @@ ${query}::tsquery)
    select id from person
    union all select job_application.id from person join job_application on job_application.user_id = person.id
    union all select lead.id from person join lead on lead.user_id = person.id
    union all select enrolment.id from person join enrolment on enrolment.user_id = person.id
    union all select lead.id from lead where true ${leadWordsMatch(search)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Walks an index from one value of a column to the next, because a `distinct` would read every row. */
async function listDistinct(db: Db, column: 'actor_id' | 'subject_type'): Promise<string[]> {
  const name = sql.raw(column);
  const { rows } = await sql<{ value: string }>`
    with recursive walk (value) as (
      (select ${name} from audit_event order by ${name} limit 1)
      union all
      select (select ${name} from audit_event where ${name} > walk.value order by ${name} limit 1)
      from walk where walk.value is not null
    )
    select value from walk where value is not null`.execute(db);
  return rows.map(({ value }) => value);
}

/** What the filters of the audit offer: everybody who did something, and the types of records. */
export interface AuditOptions {
  actors: (readonly [id: string, name: string])[];
  kinds: (readonly [type: string, label: string])[];
}

/** Loads what the filters of the audit offer. */
export async function loadAuditOptions(db: Db): Promise<AuditOptions> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, trim(first_name || ' ' || last_name) as name from app_user
    where id = any(${await listDistinct(db, 'actor_id')}::uuid[]) order by name, id`.execute(db);
  const types = await listDistinct(db, 'subject_type');
  return {
    actors: rows.map(({ id, name }) => [id, name] as const),
    kinds: types
      .map((type) => [type, formatAuditSubject(type)] as const)
      .toSorted(([, one], [, other]) => one.localeCompare(other)),
  };
}
