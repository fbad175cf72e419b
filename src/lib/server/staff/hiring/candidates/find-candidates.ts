import { type RawBuilder, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { QueryOf } from '#lib/contract/core/endpoint.ts';
import type {
  StaffCandidate,
  StaffCandidateCard,
  staffCandidateRoutes,
} from '#lib/contract/staff/candidates.ts';
import { allowedActions } from '#lib/domain/core/state-machine.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import { missingFields } from '#lib/domain/hiring/registration/registration.ts';
import {
  registrationFlow,
  registrationStatusLabels,
} from '#lib/domain/hiring/registration/registration-flow.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import { findCandidate, valuesOf } from '#lib/server/hiring/candidate-rows.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { findMedia } from '#lib/server/media/media-repository.ts';
import { presentResume } from '#lib/server/media/present-media.ts';
import { parseCursor, toListPage } from '../../keyset.ts';
import type { ListPage } from '../../list-page.ts';
import { formatPersonName, loadPersonNames } from '../../person-names.ts';
import { personCondition } from '../applications/search.ts';

type Query = QueryOf<(typeof staffCandidateRoutes)['GET /api/v1/staff/candidates/']>;

/** Candidates as staff read them, the newest first. The order is by id, which never changes. */

const selectCandidates = (db: Db) =>
  db
    .selectFrom('candidateRegistration as c')
    .innerJoin('appUser', 'appUser.id', 'c.userId')
    .select([
      'c.userId as id',
      'firstName',
      'lastName',
      'phoneE164',
      'email',
      'c.status',
      'c.updatedAt',
      'c.totalExperienceMonths',
      sql<string | null>`c.current_city || ', ' || c.current_region`.as('currentLocation'),
      sql<number>`(select count(*)::int from job_application a where a.user_id = c.user_id)`.as(
        'applications',
      ),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof selectCandidates>['executeTakeFirstOrThrow']>>;

export async function listCandidates(
  db: Db,
  { limit, after, ...filters }: Query,
): Promise<ListPage<StaffCandidateCard>> {
  const [last] = parseCursor(after, ['id']) ?? [];
  const matching = await matches(db, filters);
  const { count } = await db
    .selectFrom('candidateRegistration as c')
    .select(sql<number>`count(*)`.as('count'))
    .where(matching)
    .executeTakeFirstOrThrow();
  const rows = await selectCandidates(db)
    .where(matching)
    .$if(Boolean(last), (query) => query.where('c.userId', '<', last ?? ''))
    .orderBy('c.userId', 'desc')
    .limit(limit + 1)
    .execute();
  const page = toListPage(count, rows, limit, ({ id }) => [id]);
  const { readable, unreadable } = separateUnreadable(page.results, (row) => ({
    id: row.id,
    reference: formatPersonName(row),
  }));
  return { ...page, results: readable.map(presentCard), unreadable };
}

async function matches(
  db: Db,
  { status, search }: Pick<Query, 'status' | 'search'>,
): Promise<RawBuilder<boolean>> {
  const people = await personCondition(db, search);
  return sql<boolean>`true ${status ? sql` and c.status = ${status}` : sql``}
    ${people ? sql` and c.user_id ${people}` : sql``}`;
}

/**
 * Loads a candidate with details, applications and history; the résumé is the submitted one. Throws NOT_FOUND. [API-40]
 * [C-39]
 */
export async function requireCandidate(db: Db, id: string): Promise<StaffCandidate> {
  const card = isUuid(id) ? await selectCandidates(db).where('c.userId', '=', id).executeTakeFirst() : null;
  const found = card && (await findCandidate(db, id));
  if (!card || !found) throw new HttpError('NOT_FOUND', { message: 'There is no such candidate' });
  const { submittedResumeMediaId } = found.row;
  const values = valuesOf({ ...found.row, resumeMediaId: submittedResumeMediaId });
  const [resume = null] = await findMedia(db, submittedResumeMediaId ? [submittedResumeMediaId] : []);
  const missing = missingFields(values).map(({ label }) => label);
  return {
    ...presentCard(card),
    submittedAt: found.row.submittedAt?.toISOString() ?? null,
    values,
    preferredLocations: found.preferredLocations,
    resume: presentResume(resume),
    missing,
    jobApplications: await applicationsOf(db, id),
    history: await historyOf(db, id),
    allowedActions: allowedActions(registrationFlow, 'STAFF', found.row.status, {
      missing,
      // The form requires the note, so its absence must not disable the button.
      publicNote: 'to be written',
    }),
  };
}

const presentCard = (row: Row): StaffCandidateCard => ({
  id: row.id,
  name: formatPersonName(row),
  phone: row.phoneE164,
  email: row.email,
  status: row.status,
  statusLabel: registrationStatusLabels[row.status],
  currentLocation: row.currentLocation,
  experienceMonths: row.totalExperienceMonths,
  updatedAt: row.updatedAt.toISOString(),
  applications: row.applications,
});

async function applicationsOf(db: Db, userId: string): Promise<StaffCandidate['jobApplications']> {
  const rows = await db
    .selectFrom('jobApplication')
    .innerJoin('job', 'job.id', 'jobApplication.jobId')
    .select(['jobApplication.id', 'number', 'job.title', 'jobApplication.status', 'startedAt'])
    .where('userId', '=', userId)
    .orderBy('startedAt', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ id, number, title, status, startedAt }) => ({
    id,
    number,
    jobTitle: title,
    status,
    statusLabel: applicationStatusLabels[status],
    startedAt: startedAt.toISOString(),
  }));
}

async function historyOf(db: Db, userId: string): Promise<StaffCandidate['history']> {
  const rows = await db
    .selectFrom('registrationEvent')
    .selectAll()
    .where('userId', '=', userId)
    .where('undoneAt', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  const names = await loadPersonNames(
    db,
    rows.flatMap(({ actorId }) => actorId ?? []),
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    toLabel: registrationStatusLabels[row.toStatus],
    actorType: row.actorType,
    actorName: row.actorId ? (names.get(row.actorId) ?? null) : null,
    publicNote: row.publicNote,
    privateNote: row.privateNote,
  }));
}
