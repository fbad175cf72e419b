import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { staffEmployerRoutes } from '#lib/contract/staff/hiring/employers.ts';
import { slugOf } from '#lib/domain/hiring/jobs/job-text-format.ts';
import { normaliseLink } from '#lib/domain/portfolio/portfolio-link.ts';
import { excerptChange } from '#lib/domain/staff/excerpt-change.ts';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import { isOpen } from '#lib/server/hiring/job-rows.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireOwnPicture } from '#lib/server/media/own-picture.ts';
import { recordStaffAudit } from '../../audit.ts';
import { findEmployerByName, requireStaffEmployer } from './find-employers.ts';
import { lockEmployer } from './lock-employer.ts';

type Calls = typeof staffEmployerRoutes;
type NewEmployer = BodyOf<Calls['POST /api/v1/staff/employers/create/']>;
type Patch = BodyOf<Calls['PATCH /api/v1/staff/employers/{employerId}/update/']>;

/** Creates an employer and returns its id. Throws VALIDATION_FAILED, LINK_INVALID or ALREADY_EXISTS. [API-41] */
export async function createEmployer(db: Db, staffId: string, input: NewEmployer): Promise<string> {
  const { name, about } = input;
  const row = { id: uuidv7(), slug: slugOf(name), name, about, website: requireWebsite(input.website) };
  if (!row.slug)
    throw new HttpError('VALIDATION_FAILED', { message: 'Please use Latin letters', fields: ['name'] });
  try {
    await db.transaction().execute(async (trx) => {
      await requireFreeName(trx, name);
      await trx.insertInto('employer').values(row).execute();
      await recordStaffAudit(trx, staffId, 'employer.CREATE', row.id, { name });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw createNameTakenError(name, await findEmployerByName(db, name));
  }
  return row.id;
}

/**
 * Updates the fields of an employer that differ from the patch. Throws NOT_FOUND, VALIDATION_FAILED, LINK_INVALID, STALE_WRITE,
 * INVALID_STATE for a merged one, or ALREADY_EXISTS for the name of another one. [API-41]
 */
export async function updateEmployer(
  db: Db,
  staffId: string,
  id: string,
  { version, logo, ...patch }: Patch,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockEmployer(trx, id);
    if (patch.name !== undefined) await requireFreeName(trx, patch.name, id);
    if (version !== undefined && version !== row.version)
      throw new HttpError('STALE_WRITE', { extra: { current: await requireStaffEmployer(trx, id) } });
    const values = {
      ...patch,
      ...(patch.website !== undefined && { website: requireWebsite(patch.website) }),
      ...(logo !== undefined && { logoMediaId: logo?.mediaId ?? null }),
    };
    const names = (Object.keys(values) as (keyof typeof values)[]).filter(
      (name) => values[name] !== undefined && values[name] !== row[name],
    );
    if (!names.length) return;
    if (logo && names.includes('logoMediaId')) await requireOwnPicture(trx, staffId, logo.mediaId, 'logo');
    const changed = Object.fromEntries(names.map((name) => [name, values[name]]));
    await trx
      .updateTable('employer')
      .set({ ...changed, version: row.version + 1 })
      .where('id', '=', id)
      .execute();
    const changes = names.map((name) => {
      const [from, to] = excerptChange(row[name] ?? '', values[name] ?? '');
      const hasLogo = (media: unknown) => (media ? 'Picture' : '');
      return name === 'logoMediaId'
        ? (['logo', hasLogo(row.logoMediaId), hasLogo(values.logoMediaId)] as const)
        : ([name, from, to] as const);
    });
    await recordStaffAudit(trx, staffId, 'employer.UPDATE', id, {
      from: Object.fromEntries(changes.map(([name, from]) => [name, from])),
      to: Object.fromEntries(changes.map(([name, , to]) => [name, to])),
    });
  });
}

/**
 * Throws ALREADY_EXISTS for the name of another employer, in any spelling of its capitals. The lock lets one transaction at a
 * time give a name. A merged employer keeps its name: imports of jobs find the other one by it, and an undo of the merge brings
 * it back. Only the employer that it was merged into may take it, and then the merge cannot be undone any more.
 */
async function requireFreeName(trx: Db, name: string, ownId: string | null = null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('employer-names', 0))`.execute(trx);
  const other = await trx
    .selectFrom('employer')
    .select(['id', 'name', 'mergedIntoId'])
    .where((where) => where(where.fn<string>('lower', ['name']), '=', name.toLowerCase()))
    .$if(ownId !== null, (query) =>
      query.where('id', '!=', ownId ?? '').where('mergedIntoId', 'is distinct from', ownId),
    )
    .orderBy('mergedIntoId', (order) => order.asc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  if (other) throw createNameTakenError(name, { ...other, id: other.mergedIntoId ?? other.id });
}

function createNameTakenError(name: string, other: { id: string; name: string } | null): HttpError {
  const message = `There is an employer named “${other?.name ?? name}” already`;
  return new HttpError('ALREADY_EXISTS', {
    ...{ message, fields: ['name'] },
    ...(other && { extra: { existing: { id: other.id, name: other.name } } }),
  });
}

/**
 * Archives an employer, unless one of its jobs is open, or takes it back. Throws NOT_FOUND, or INVALID_STATE, for a merged one
 * too. [API-41]
 */
export async function archiveEmployer(
  db: Db,
  staffId: string,
  id: string,
  isArchived: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockEmployer(trx, id);
    if ((row.archivedAt !== null) === isArchived) return;
    const openJob = sql<boolean>`exists (select from job where employer_id = employer.id and ${isOpen})`;
    const written = await trx
      .updateTable('employer')
      .set({ archivedAt: isArchived ? sql<Date>`now()` : null })
      .where('id', '=', id)
      .$if(isArchived, (query) => query.where(sql<boolean>`not ${openJob}`))
      .returning('id')
      .executeTakeFirst();
    if (!written)
      throw new HttpError('INVALID_STATE', {
        message: 'This employer has an open job. Close its jobs first.',
      });
    const [from, to] = isArchived ? ['ACTIVE', 'ARCHIVED'] : ['ARCHIVED', 'ACTIVE'];
    await recordStaffAudit(trx, staffId, isArchived ? 'employer.ARCHIVE' : 'employer.RESTORE', id, {
      from,
      to,
    });
  });
}

/** Returns the normalised address of a website (C-36); null without one. Throws LINK_INVALID. */
function requireWebsite(pasted: string | null): string | null {
  if (!pasted?.trim()) return null;
  const link = normaliseLink(pasted);
  if (link === null) throw new HttpError('LINK_INVALID', { fields: ['website'] });
  return link;
}
