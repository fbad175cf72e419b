import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../../audit.ts';
import { longUndoSeconds } from '../../undo/list-long-undos.ts';
import { runStaffAction, type StaffActionDeps } from '../../undo/run-staff-action.ts';
import { createEmployerNotFoundError } from './find-employers.ts';

/** One side of a merge. */
export interface MergedEmployer {
  id: string;
  name: string;
  slug: string;
  website: string | null;
  about: string;
  hasLogo: boolean;
  isArchived: boolean;
  jobs: number;
  contacts: number;
  links: number;
  placements: number;
}

export interface EmployerMergePreview {
  /** The employer that stays, and the one that becomes part of it. */
  kept: MergedEmployer;
  other: MergedEmployer;
}

/** Returns what a merge would keep and move, without changing anything. Throws NOT_FOUND, VALIDATION_FAILED. [API-41] */
export async function previewEmployerMerge(
  db: Db,
  id: string,
  otherId: string,
): Promise<EmployerMergePreview> {
  checkIds(id, otherId);
  const ofEmployer = (from: string) => sql.raw(`(select count(*)::int from ${from} where `);
  const { rows } = await sql<MergedEmployer>`
    select id, name, slug, website, about, logo_media_id is not null as has_logo, archived_at is not null as is_archived,
      ${ofEmployer('job')} employer_id = employer.id) as jobs,
      ${ofEmployer('employer_contact')} employer_id = employer.id) as contacts,
      ${ofEmployer('employer_link l join job j on j.id = l.job_id')} j.employer_id = employer.id) as links,
      ${ofEmployer('placement p join job_application a on a.id = p.application_id join job j on j.id = a.job_id')}
        j.employer_id = employer.id) as placements
    from employer where id in (${id}, ${otherId}) and merged_into_id is null`.execute(db);
  const [kept, other] = [id, otherId].map((one) => rows.find((row) => row.id === one));
  if (!kept || !other) throw createEmployerNotFoundError();
  return { kept, other };
}

/**
 * Merges another employer into this one in one transaction: its jobs come with their applications, links and placements, its
 * contacts with their notes, and its address leads here. Name and texts of this one stay, and its gaps are filled. Can be
 * undone for half an hour. Throws NOT_FOUND, VALIDATION_FAILED, and INVALID_STATE where one of them was merged already. [API-41]
 */
export async function mergeEmployers(
  deps: StaffActionDeps,
  staffId: string,
  id: string,
  otherId: string,
): Promise<void> {
  checkIds(id, otherId);
  const merge = ({ trx }: UnitOfWork) => mergeInto(trx, staffId, id, otherId);
  await runStaffAction(deps, staffId, 'employer.MERGE', merge, { undoFor: longUndoSeconds });
}

function checkIds(id: string, otherId: string): void {
  if (!isUuid(id) || !isUuid(otherId)) throw createEmployerNotFoundError();
  if (id === otherId)
    throw new HttpError('VALIDATION_FAILED', {
      ...{ message: 'Choose another employer.', fields: ['otherEmployerId'] },
    });
}

async function mergeInto(trx: Db, staffId: string, id: string, otherId: string): Promise<void> {
  const rows = await trx
    .selectFrom('employer')
    .selectAll()
    .where('id', 'in', [id, otherId])
    .orderBy('id')
    .forUpdate()
    .execute();
  const [kept, other] = [id, otherId].map((one) => rows.find((row) => row.id === one));
  if (!kept || !other) throw createEmployerNotFoundError();
  if (kept.mergedIntoId !== null || other.mergedIntoId !== null)
    throw new HttpError('INVALID_STATE', {
      message: 'One of these employers was merged already. Load the page again.',
    });
  const jobs = await sql<{ id: string }>`
    with moved as (select id from job where employer_id = ${otherId} order by id for update)
    update job set employer_id = ${id} from moved where job.id = moved.id returning job.id`.execute(trx);
  // An employer has one main contact.
  const hasMain = sql`exists (select from employer_contact main where main.employer_id = ${id} and main.is_main)`;
  const contacts = await sql`
    update employer_contact set employer_id = ${id}, is_main = is_main and not ${hasMain}
    where employer_id = ${otherId} returning id`.execute(trx);
  await trx
    .updateTable('employer')
    .set({
      mergedIntoId: id,
      archivedAt: sql<Date>`coalesce(archived_at, now())`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', otherId)
    .execute();
  await trx.updateTable('employer').set({ mergedIntoId: id }).where('mergedIntoId', '=', otherId).execute();
  await trx
    .updateTable('employer')
    .set({
      website: kept.website ?? other.website,
      about: kept.about.trim() ? kept.about : other.about,
      logoMediaId: kept.logoMediaId ?? other.logoMediaId,
      // Jobs of an archived employer may not be open.
      archivedAt: other.archivedAt === null ? null : kept.archivedAt,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute();
  const moved = { jobs: jobs.rows.length, contacts: contacts.rows.length };
  await recordStaffAudit(trx, staffId, 'employer.MERGE', id, { merged: other.name, ...moved });
}
