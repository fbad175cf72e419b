import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { QueryOf } from '#lib/contract/core/endpoint.ts';
import type { AuditEntry, staffAuditRoutes } from '#lib/contract/staff/audit.ts';
import { findOwn, isRecord } from '#lib/domain/core/record.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { addDays, instantOf } from '#lib/domain/core/zoned-time.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import { countUpToMax, instantText, parseCursor, toListPage } from '../keyset.ts';
import type { ListPage } from '../list-page.ts';
import { findSubjectIds } from './find-subjects.ts';
import { loadSubjectNames } from './subject-names.ts';

type Query = QueryOf<(typeof staffAuditRoutes)['GET /api/v1/staff/audit-events/']>;

/** Lists what staff have done, the latest first. [C-40] */
export async function listAudit(db: Db, { limit, after, ...filters }: Query): Promise<ListPage<AuditEntry>> {
  const cursor = parseCursor(after, ['instant', 'id']);
  const matching = await selectMatching(db, filters);
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
  const ids = shown.flatMap((row) => [row.actorId, row.subjectId, ...listIds(row.details)]);
  const names = await loadSubjectNames(db, [...new Set(ids.filter((id) => isUuid(id)))]);
  const results = shown.map(({ atText: _, at, ...row }) => ({
    id: row.id,
    at: at.toISOString(),
    actor: { id: row.actorId, name: names.get(row.actorId) ?? null },
    action: row.action,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    subject: names.get(row.subjectId) ?? null,
    details: withNames(row.details, names) as Record<string, unknown>,
  }));
  return { ...page, results, unreadable };
}

/** Lists what staff have done to a record lately, for its own page. */
export const listRecordHistory = async (db: Db, subjectId: string): Promise<AuditEntry[]> =>
  (await listAudit(db, { subjectId, limit: 20 })).results;

/** A day is one in India, as in all lists. */
const dayBegin = (day: string): Date => instantOf(day, '00:00', defaultTimeZone);

async function selectMatching(
  db: Db,
  { actorId, subjectId, kind, from, to, search }: Omit<Query, 'limit' | 'after'>,
) {
  const found = search?.trim() ? await findSubjectIds(db, search) : null;
  return db
    .selectFrom('auditEvent')
    .$if(actorId !== undefined, (query) => query.where('actorId', '=', actorId ?? ''))
    .$if(subjectId !== undefined, (query) => query.where('subjectId', '=', subjectId ?? ''))
    .$if(kind !== undefined, (query) => query.where('subjectType', '=', kind ?? ''))
    .$if(found !== null, (query) => query.where(sql<boolean>`subject_id = any(${found ?? []}::uuid[])`))
    .$if(from !== undefined, (query) => query.where('at', '>=', dayBegin(from ?? '')))
    .$if(to !== undefined, (query) => query.where('at', '<', dayBegin(addDays(to ?? '', 1))));
}

/** The filters of an export whose value is an id, and the details that have its name instead. */
const namedFilters: Record<string, string> = {
  batchId: 'batch',
  employerId: 'employer',
  locationId: 'city',
  owner: 'owner',
};

function listIds(value: unknown): string[] {
  if (typeof value === 'string') return isUuid(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(listIds);
  return isRecord(value) ? Object.values(value).flatMap(listIds) : [];
}

/** Replaces the ids in the details of an entry with names, where the record is still there. */
function withNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => withNames(one, names));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [
    (typeof one === 'string' && findOwn(namedFilters, name)) || name,
    withNames(one, names),
  ]);
  return Object.fromEntries(entries);
}
