import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { QueryOf } from '#lib/contract/core/endpoint.ts';
import type { AuditEntry, staffAuditRoutes } from '#lib/contract/staff/audit.ts';
import { findOwn } from '#lib/domain/core/record.ts';
import { recordAudit } from '#lib/server/core/audit.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import { countUpToMax, instantText, parseCursor, toListPage } from './keyset.ts';
import type { ListPage } from './list-page.ts';
import { loadPersonNames } from './person-names.ts';

/** Records a change by a member of staff; the subject's type is the first part of the action (`job.CREATE`). */
export const recordStaffAudit = (
  trx: Db,
  actorId: string,
  action: string,
  subjectId: string,
  details: Record<string, unknown> = {},
) => recordAudit(trx, { actorId, action, subjectType: action.split('.')[0] ?? '', subjectId, details });

type Query = QueryOf<(typeof staffAuditRoutes)['GET /api/v1/staff/audit-events/']>;

/** Lists what staff have done, the latest first. [C-40] */
export async function listAudit(
  db: Db,
  { limit, after, actorId, subjectId }: Query,
): Promise<ListPage<AuditEntry>> {
  const cursor = parseCursor(after, ['instant', 'id']);
  const matching = db
    .selectFrom('auditEvent')
    .$if(actorId !== undefined, (query) => query.where('actorId', '=', actorId ?? ''))
    .$if(subjectId !== undefined, (query) => query.where('subjectId', '=', subjectId ?? ''));
  const count = await countUpToMax(db, matching.select('id'));
  const rows = await matching
    .selectAll()
    .select(instantText('at').as('atText'))
    .$if(cursor !== null, (query) =>
      query.where(sql<boolean>`(at, id) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = toListPage(count, rows, limit, ({ atText, id }) => [atText, id]);
  const { readable: shown, unreadable } = separateUnreadable(page.results, ({ id }) => ({
    id,
    reference: id,
  }));
  const names = await loadPersonNames(
    db,
    shown.flatMap((row) => [row.actorId, row.subjectId, ...filteredIds(row.details)]),
  );
  const subjects = await loadSubjectNames(
    db,
    shown.flatMap(({ subjectId, details }) => [subjectId, ...filteredIds(details)]),
  );
  const results = shown.map(({ atText: _, at, ...row }) => ({
    id: row.id,
    at: at.toISOString(),
    actor: { id: row.actorId, name: names.get(row.actorId) ?? null },
    action: row.action,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    subject: subjects.get(row.subjectId) ?? names.get(row.subjectId) ?? null,
    details: withFilterNames(row.details, new Map([...names, ...subjects])),
  }));
  return { ...page, results, unreadable };
}

/** The filters of an export whose value is an id, and the details that have its name instead. */
const namedFilters: Record<string, string> = {
  batchId: 'batch',
  employerId: 'employer',
  locationId: 'city',
  owner: 'owner',
};

const filteredIds = (details: Record<string, unknown>): string[] =>
  Object.keys(namedFilters)
    .map((filter) => details[filter])
    .filter((id): id is string => typeof id === 'string' && isUuid(id));

/** Replaces the ids that an export was filtered by with names. */
const withFilterNames = (
  details: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      const namedAs = typeof value === 'string' && findOwn(namedFilters, name);
      return namedAs ? [namedAs, names.get(String(value)) ?? value] : [name, value];
    }),
  );

/** Returns the names of subjects by id. Ids are unique over all tables, so one map holds them all. */
async function loadSubjectNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const list = sql.join(ids.map((id) => sql`${id}::uuid`));
  const { rows } = await sql<{ id: string; name: string }>`
    select id, number as name from job_application where id in (${list})
    union all select id, reference from enrolment where id in (${list})
    union all select id, registration_number from scholarship_registration where id in (${list})
    union all select id, registration_number from mastery_registration where id in (${list})
    union all select id, reference from lead where id in (${list})
    union all select id, title from job where id in (${list})
    union all select id, short_uuid from certificate where id in (${list})
    union all select id, title from live_event where id in (${list})
    union all select id, number from event_registration where id in (${list})
    union all select id, title from training_batch where id in (${list})
    union all select id, name from message_template where id in (${list})
    union all select id, name from interviewer where id in (${list})
    union all select id, person_name from employer_link where id in (${list})
    union all select id, name from employer where id in (${list})
    union all select id, city from job_location where id in (${list})`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
