import { sql } from 'kysely';
import type { QueryOf } from '#lib/contract/core/endpoint.ts';
import type { AuditEntry, staffPeopleRoutes } from '#lib/contract/staff/staff-people.ts';
import type { Db } from '#lib/server/db/index.ts';
import { countUpTo, instantText, readCursor, splitPage, toCursor } from './keyset.ts';
import { namesOf } from './names.ts';
import type { StaffPage } from './staff-list.ts';

type Query = QueryOf<(typeof staffPeopleRoutes)['GET /api/v1/staff/audit-events/']>;

/** What staff have done, the latest first. */
export async function listAudit(
  db: Db,
  { limit, after, actorId, subjectId }: Query,
): Promise<StaffPage<AuditEntry>> {
  const cursor = readCursor(after, ['instant', 'id']);
  const own = db
    .selectFrom('auditEvent')
    .$if(actorId !== undefined, (query) => query.where('actorId', '=', actorId ?? ''))
    .$if(subjectId !== undefined, (query) => query.where('subjectId', '=', subjectId ?? ''));
  const count = await countUpTo(db, own.select('id'));
  const rows = await own
    .selectAll()
    .select(instantText('at').as('atText'))
    .$if(cursor !== null, (query) =>
      query.where(sql<boolean>`(at, id) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { shown, last } = splitPage(rows, limit);
  const names = await namesOf(
    db,
    shown.flatMap((row) => [row.actorId, row.subjectId]),
  );
  const things = await namesOfThings(
    db,
    shown.map((row) => row.subjectId),
  );
  const results = shown.map(({ atText: _, at, ...row }) => ({
    id: row.id,
    at: at.toISOString(),
    actor: { id: row.actorId, name: names.get(row.actorId) ?? null },
    action: row.action,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    subject: things.get(row.subjectId) ?? names.get(row.subjectId) ?? null,
    details: row.details,
  }));
  return { count, results, after: last && toCursor([last.atText, last.id]) };
}

/** Ids are unique over all tables, so one map holds them. */
async function namesOfThings(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const among = sql.join(ids.map((id) => sql`${id}::uuid`));
  const { rows } = await sql<{ id: string; name: string }>`
    select id, number as name from job_application where id in (${among})
    union all select id, title from job where id in (${among})
    union all select id, title from training_batch where id in (${among})
    union all select id, name from employer where id in (${among})
    union all select id, city from job_location where id in (${among})`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
