import { type RawBuilder, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { QueryOf } from '#lib/contract/core/endpoint.ts';
import type {
  EmployerContact,
  StaffEmployer,
  StaffEmployerCard,
  staffEmployerRoutes,
} from '#lib/contract/staff/hiring/employers.ts';
import { slugOf } from '#lib/domain/hiring/jobs/job-text-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { presentLogo } from '#lib/server/hiring/employers/present-logo.ts';
import { isOpen } from '#lib/server/hiring/job-rows.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { parseCursor, toListPage } from '../../keyset.ts';
import type { ListPage } from '../../list-page.ts';

type Query = QueryOf<(typeof staffEmployerRoutes)['GET /api/v1/staff/employers/']>;

const ofEmployer = (from: RawBuilder<unknown>) => sql<number>`(
  select count(*)::int from ${from} where job.employer_id = employer.id`;
const openJobs = sql<number>`${ofEmployer(sql`job`)} and ${isOpen})`;
const waiting = sql<number>`${ofEmployer(sql`job join job_application a on a.job_id = job.id`)}
  and a.status in ('SUBMITTED', 'IN_REVIEW') and a.replied_at is null)`;
const lastContactAt = sql<Date | null>`(
  select max(greatest(link.last_opened_at, review.answered_at))
  from job join employer_link link on link.job_id = job.id
  left join employer_review review on review.link_id = link.id
  where job.employer_id = employer.id)`;

const selectEmployers = (db: Db) =>
  db
    .selectFrom('employer')
    .selectAll()
    .select([openJobs.as('openJobs'), waiting.as('waiting'), lastContactAt.as('lastContactAt')]);
type EmployerRow = Awaited<ReturnType<ReturnType<typeof selectEmployers>['executeTakeFirstOrThrow']>>;

/** Lists employers, the newest first. The order is by id, which never changes. [API-41] */
export async function listStaffEmployers(
  db: Db,
  { limit, after, search = '', archived }: Query,
): Promise<ListPage<StaffEmployerCard>> {
  const [last] = parseCursor(after, ['id']) ?? [];
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = sql<boolean>`${sql.join(
    [
      sql`merged_into_id is null`,
      archived === 'true' ? sql`archived_at is not null` : sql`archived_at is null`,
      ...words.map((word) => sql`position(${word} in lower(name || ' ' || slug)) > 0`),
    ],
    sql` and `,
  )}`;
  const { count } = await db
    .selectFrom('employer')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(matching)
    .executeTakeFirstOrThrow();
  const rows = await selectEmployers(db)
    .where(matching)
    .$if(Boolean(last), (query) => query.where('employer.id', '<', last ?? ''))
    .orderBy('employer.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = toListPage(count, rows, limit, ({ id }) => [id]);
  return { ...page, results: page.results.map(presentCard) };
}

/** Loads an employer with its first contacts; for a merged one, the employer that it is part of. Throws NOT_FOUND. [API-41] */
export async function requireStaffEmployer(db: Db, id: string): Promise<StaffEmployer> {
  const row = isUuid(id)
    ? await selectEmployers(db).where('employer.id', '=', id).executeTakeFirst()
    : undefined;
  if (!row) throw createEmployerNotFoundError();
  if (row.mergedIntoId !== null) return requireStaffEmployer(db, row.mergedIntoId);
  const { website, about, version } = row;
  return { ...presentCard(row), website, about, version, contacts: await listContacts(db, row.id) };
}

/** The id of an employer as SQL; for a merged one, that of the employer which has its jobs now. Old lists and links name it. */
export const currentEmployerId = (id: string) =>
  sql<string>`(select coalesce(merged_into_id, id) from employer where id = ${id})`;

export const createEmployerNotFoundError = () =>
  new HttpError('NOT_FOUND', { message: 'There is no such employer' });

/** Lists the first contacts of an employer, the main one at the top. */
export function listContacts(db: Db, employerId: string): Promise<EmployerContact[]> {
  return db
    .selectFrom('employerContact')
    .select(contactColumns)
    .where('employerId', '=', employerId)
    .orderBy('isMain', 'desc')
    .orderBy('id')
    .limit(maxContacts)
    .execute();
}

const maxContacts = 200;
const contactColumns = ['id', 'name', 'role', 'email', 'phone', 'note', 'isMain', 'version'] as const;

/** Lists the contacts of an employer page by page, the main one first. Throws NOT_FOUND. [API-41] */
export async function listContactPage(
  db: Db,
  employerId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<ListPage<EmployerContact>> {
  const [last] = parseCursor(after, ['id']) ?? [];
  const contacts = db.selectFrom('employerContact').where('employerId', '=', employerId);
  const { count } = await contacts.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const rows = await contacts
    .select(contactColumns)
    .$if(Boolean(last), (query) => query.where('isMain', '=', false).where('id', '>', last ?? ''))
    .orderBy('isMain', 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  // All others come after the main contact, whatever its id.
  return toListPage(count, rows, limit, ({ id, isMain }) => [isMain ? noId : id]);
}

const noId = '00000000-0000-0000-0000-000000000000';

/** Finds the employer with a name, in any spelling of its capitals; null if there is none. A merged one gives where it went. */
export async function findEmployerByName(db: Db, name: string): Promise<{ id: string; name: string } | null> {
  const row = await db
    .selectFrom('employer')
    .select(['id', 'name', 'mergedIntoId'])
    .where((where) =>
      where.or([
        where(where.fn<string>('lower', ['name']), '=', name.trim().toLowerCase()),
        where('slug', '=', slugOf(name)),
      ]),
    )
    .orderBy('mergedIntoId', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  return row ? { id: row.mergedIntoId ?? row.id, name: row.name } : null;
}

const presentCard = (row: EmployerRow): StaffEmployerCard => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  logo: presentLogo(row.logoMediaId),
  isArchived: row.archivedAt !== null,
  openJobs: row.openJobs,
  waiting: row.waiting,
  lastContactAt: row.lastContactAt?.toISOString() ?? null,
});
