import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { employerLinkRoutes } from '#lib/contract/hiring/employer-links.ts';
import type { Db } from '#lib/server/db/index.ts';
import {
  generateShortlistKey,
  hashShortlistKey,
  isShareable,
} from '#lib/server/hiring/employer-links/link-key.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';
import { requireEmployerReview } from './find-employer-links.ts';

type CreateInput = BodyOf<
  (typeof employerLinkRoutes)['POST /api/v1/staff/jobs/{jobId}/employer-links/create/']
>;

export interface CreatedLink {
  id: string;
  /** The secret part of the address; null for a repeated request whose address was opened already. */
  key: string | null;
  isExisting: boolean;
}

/**
 * Creates a link to candidates of a job and returns it with its key, which is not stored. A repeat of the same request
 * creates no second link: it replaces the key while nobody has opened the page, because the response with the first key
 * may be lost. Throws `VALIDATION_FAILED` for a candidate who cannot be shared. [API-42]
 */
export async function createEmployerLink(
  db: Db,
  staffId: string,
  jobId: string,
  input: CreateInput,
): Promise<CreatedLink> {
  const key = generateShortlistKey();
  return db.transaction().execute(async (trx) => {
    const { requestId, personName, personEmail, days } = input;
    const id = uuidv7();
    const stored = await trx
      .insertInto('employerLink')
      .values({
        ...{ id, requestId, jobId, keyHash: hashShortlistKey(key), personName, personEmail },
        createdById: staffId,
        expiresAt: sql<Date>`now() + make_interval(days => ${days}::int)`,
      })
      .onConflict((conflict) =>
        conflict
          .column('requestId')
          .doUpdateSet({ keyHash: hashShortlistKey(key) })
          .where('employerLink.jobId', '=', jobId)
          .where('employerLink.createdById', '=', staffId)
          .where('employerLink.openedCount', '=', 0)
          .where('employerLink.revokedAt', 'is', null),
      )
      .returning(['id', 'expiresAt'])
      .executeTakeFirst();
    if (!stored) return findRepeated(trx, staffId, jobId, requestId);
    if (stored.id !== id) return { id: stored.id, key, isExisting: true };
    const numbers = await insertReviews(trx, id, jobId, [...new Set(input.applicationIds)]);
    await recordStaffAudit(trx, staffId, 'employerLink.CREATE', id, {
      ...{ personName, personEmail, expiresAt: stored.expiresAt.toISOString(), candidates: numbers },
    });
    return { id, key, isExisting: false };
  });
}

async function findRepeated(
  trx: Db,
  staffId: string,
  jobId: string,
  requestId: string,
): Promise<CreatedLink> {
  const row = await trx
    .selectFrom('employerLink')
    .select('id')
    .where('requestId', '=', requestId)
    .where('jobId', '=', jobId)
    .where('createdById', '=', staffId)
    .executeTakeFirst();
  if (!row)
    throw new HttpError('VALIDATION_FAILED', { message: 'Please reload the page', fields: ['requestId'] });
  return { id: row.id, key: null, isExisting: true };
}

/** Adds the candidates to a link, in this order, and returns the numbers of their applications. */
async function insertReviews(
  trx: Db,
  linkId: string,
  jobId: string,
  applicationIds: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('jobApplication')
    .innerJoin('appUser', 'appUser.id', 'jobApplication.userId')
    .select(['jobApplication.id', 'number'])
    .where('jobApplication.id', 'in', applicationIds)
    .where('jobId', '=', jobId)
    .where(isShareable)
    .execute();
  if (rows.length !== applicationIds.length)
    throw new HttpError('VALIDATION_FAILED', {
      message: 'One of these candidates cannot be shared any more. Choose again.',
      fields: ['applicationIds'],
    });
  const values = applicationIds.map((applicationId, position) => ({
    ...{ id: uuidv7(), linkId, applicationId, position },
  }));
  await trx.insertInto('employerReview').values(values).execute();
  return rows.map(({ number }) => number);
}

/** Revokes a link once. */
export async function revokeEmployerLink(db: Db, staffId: string, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const revoked = await trx
      .updateTable('employerLink')
      .set({ revokedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .returning('personName')
      .executeTakeFirst();
    if (revoked)
      await recordStaffAudit(trx, staffId, 'employerLink.REVOKE', id, {
        from: 'OPEN',
        to: 'REVOKED',
        ...revoked,
      });
  });
}

/**
 * Marks the answer that was read, once. Throws `STALE_WRITE` if the employer has answered again since.
 */
export async function markReviewRead(db: Db, staffId: string, id: string, version: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('employerReview')
      .set({ readAt: sql<Date>`now()` })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('readAt', 'is', null)
      .returning(['applicationId', 'answer'])
      .executeTakeFirst();
    if (changed) {
      const { applicationId, answer } = changed;
      await recordStaffAudit(trx, staffId, 'employerAnswer.READ', applicationId, { answer });
      return;
    }
    if ((await requireEmployerReview(trx, id)).version !== version)
      throw new HttpError('STALE_WRITE', {
        message: 'The employer has answered again. Read the new answer.',
      });
  });
}
