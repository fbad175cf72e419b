import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { EmployerLink, EmployerReview } from '#lib/contract/hiring/employer-links.ts';
import {
  employerLinkStatus,
  employerLinkStatusLabels,
} from '#lib/domain/hiring/employer-links/employer-link.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { EmployerLinkTable, EmployerReviewTable } from '#lib/server/db/schema/employer-links.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { formatPersonName, loadPersonNames } from '../../person-names.ts';

/** Lists the links of a job, the latest first. [API-42] */
export const listEmployerLinks = (db: Db, jobId: string): Promise<EmployerLink[]> =>
  loadEmployerLinks(db, 'jobId', jobId);

/** Loads a link. Throws `NOT_FOUND`. */
export async function requireEmployerLink(db: Db, id: string): Promise<EmployerLink> {
  const [link] = isUuid(id) ? await loadEmployerLinks(db, 'id', id) : [];
  if (!link) throw new HttpError('NOT_FOUND', { message: 'There is no such link' });
  return link;
}

async function loadEmployerLinks(db: Db, column: 'id' | 'jobId', value: string): Promise<EmployerLink[]> {
  const rows = await db
    .selectFrom('employerLink')
    .selectAll()
    .where(column, '=', value)
    .orderBy('id', 'desc')
    .execute();
  if (!rows.length) return [];
  const reviews = await selectReviews(db)
    .where(
      'linkId',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  const byLink = Map.groupBy(reviews, ({ linkId }) => linkId);
  const names = await loadPersonNames(
    db,
    rows.map(({ createdById }) => createdById),
  );
  const now = await databaseNow(db);
  return rows.map((row) => ({
    ...presentLink(row, now),
    createdBy: names.get(row.createdById) ?? null,
    reviews: (byLink.get(row.id) ?? []).map(presentReview),
  }));
}

function presentLink(row: Selectable<EmployerLinkTable>, now: Date) {
  const status = employerLinkStatus(row, now);
  return {
    ...{ id: row.id, jobId: row.jobId, personName: row.personName, personEmail: row.personEmail },
    ...{ status, statusLabel: employerLinkStatusLabels[status] },
    ...{ createdAt: row.createdAt.toISOString(), expiresAt: row.expiresAt.toISOString() },
    revokedAt: row.revokedAt?.toISOString() ?? null,
    openedCount: row.openedCount,
    lastOpenedAt: row.lastOpenedAt?.toISOString() ?? null,
  };
}

const selectReviews = (db: Db) =>
  db
    .selectFrom('employerReview')
    .innerJoin('employerLink', 'employerLink.id', 'employerReview.linkId')
    .innerJoin('jobApplication', 'jobApplication.id', 'employerReview.applicationId')
    .innerJoin('appUser', 'appUser.id', 'jobApplication.userId')
    .selectAll('employerReview')
    .select(['employerLink.personName', 'jobApplication.number', 'firstName', 'lastName']);

type ReviewRow = Selectable<EmployerReviewTable> & {
  personName: string;
  number: string;
  firstName: string;
  lastName: string;
};

const presentReview = (row: ReviewRow): EmployerReview => ({
  ...{ id: row.id, applicationId: row.applicationId, number: row.number },
  ...{ candidateName: formatPersonName(row), personName: row.personName },
  ...{ answer: row.answer, note: row.note, version: row.version },
  answeredAt: row.answeredAt?.toISOString() ?? null,
  readAt: row.readAt?.toISOString() ?? null,
});

/** Lists what employers were asked and have answered about an application, the latest answer first. */
export async function listEmployerReviews(db: Db, applicationId: string): Promise<EmployerReview[]> {
  const rows = await selectReviews(db)
    .where('applicationId', '=', applicationId)
    .orderBy(sql`answered_at desc nulls last`)
    .orderBy('employerReview.id', 'desc')
    .execute();
  return rows.map(presentReview);
}

/** Loads one review. Throws `NOT_FOUND`. */
export async function requireEmployerReview(db: Db, id: string): Promise<EmployerReview> {
  const row = isUuid(id)
    ? await selectReviews(db).where('employerReview.id', '=', id).executeTakeFirst()
    : undefined;
  if (!row) throw new HttpError('NOT_FOUND', { message: 'There is no such answer' });
  return presentReview(row);
}
