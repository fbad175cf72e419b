import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { placeText } from '#lib/domain/hiring/applications/application-location.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import {
  type EmployerAnswer,
  isDecided,
  sharedStatuses,
  visitMinutes,
} from '#lib/domain/hiring/employer-links/employer-link.ts';
import { hideContacts } from '#lib/domain/hiring/employer-links/hide-contacts.ts';
import { formatAnswer } from '#lib/domain/hiring/jobs/question.ts';
import { candidateFacts } from '#lib/domain/hiring/registration/candidate-facts.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { CandidateSnapshot } from '#lib/server/db/schema/registrations.ts';
import type { MediaRow } from '#lib/server/media/media-repository.ts';
import { type ApplicationAggregate, loadApplications } from '../application-aggregate.ts';
import { isOpenLink, isShareable, shortlistPath } from './link-key.ts';
import { listSharedScorecards, type SharedScorecard } from './shared-scorecards.ts';

/** What an employer's person sees of a candidate. There is no phone number and no email in it. [API-42] */
export interface SharedCandidate {
  applicationId: string;
  number: string;
  name: string;
  /** `Offer made`, from an offer on; null while the employer decides. */
  decision: string | null;
  facts: [name: string, value: string][];
  /** Null where there were no details to check. */
  eligibility: CandidateSnapshot['eligibility'];
  answers: { label: string; value: string }[];
  resume: { name: string; url: string } | null;
  portfolioSlug: string | null;
  scorecards: SharedScorecard[];
  /** The employer's own answer; version 0 before the first one. */
  review: { version: number; answer: EmployerAnswer | null; note: string | null; answeredAt: Date | null };
}

export interface Shortlist {
  personName: string;
  expiresAt: Date;
  job: { title: string; employerName: string };
  candidates: SharedCandidate[];
  /** How many candidates were shared whose application has ended since. */
  withdrawn: number;
}

/**
 * Counts a visit of a link, unless it shows nothing. The page loads again after each answer, so openings soon after another
 * belong to the same visit. Returns whether the link shows something.
 */
export async function countShortlistOpening(db: Db, key: string): Promise<boolean> {
  const opened = await db
    .updateTable('employerLink')
    .set({ openedCount: sql<number>`opened_count + (${isNewVisit})::int`, lastOpenedAt: sql<Date>`now()` })
    .where(isOpenLink(key))
    .returning('id')
    .executeTakeFirst();
  return opened !== undefined;
}

const isNewVisit = sql<boolean>`last_opened_at is null
  or last_opened_at < now() - make_interval(mins => ${sql.lit(visitMinutes)})`;

/** Finds what a link shows now; null for a link that is unknown, revoked or expired. */
export async function findShortlist(db: Db, key: string): Promise<Shortlist | null> {
  const link = await db
    .selectFrom('employerLink')
    .innerJoin('job', 'job.id', 'employerLink.jobId')
    .innerJoin('employer', 'employer.id', 'job.employerId')
    .select(['employerLink.id', 'personName', 'expiresAt', 'job.title', 'employer.name as employerName'])
    .where(isOpenLink(key))
    .executeTakeFirst();
  if (!link) return null;
  const reviews = await db
    .selectFrom('employerReview')
    .select(['applicationId', 'version', 'answer', 'note', 'answeredAt'])
    .where('linkId', '=', link.id)
    .orderBy('position')
    .execute();
  const ids = reviews.map(({ applicationId }) => applicationId);
  const shared = (await loadApplications(db, ids, null)).filter(isShared);
  const scorecards = await listSharedScorecards(db, ids);
  const portfolios = await listPortfolioSlugs(
    db,
    shared.filter(({ application }) => application.portfolioSlug).map(({ person }) => person.id),
  );
  const byId = new Map(reviews.map((review) => [review.applicationId, review]));
  const candidates = shared.flatMap((aggregate): SharedCandidate[] => {
    const { id } = aggregate.application;
    const review = byId.get(id);
    const snapshot = aggregate.application.candidateSnapshot;
    if (!review || !snapshot) return [];
    return [
      {
        ...presentCandidate(aggregate, snapshot, key, scorecards.get(id) ?? []),
        portfolioSlug: portfolios.get(aggregate.person.id) ?? null,
        review,
      },
    ];
  });
  const { personName, expiresAt, title, employerName } = link;
  const withdrawn = reviews.length - candidates.length;
  return { personName, expiresAt, job: { title, employerName }, candidates, withdrawn };
}

/** The same rule as `isShareable`, for an application that is loaded. */
const isShared = ({ application, person }: ApplicationAggregate): boolean =>
  sharedStatuses.includes(application.status) &&
  application.candidateSnapshot !== null &&
  person.disabledAt === null;

function presentCandidate(
  { application, person, resume, chosenLocation }: ApplicationAggregate,
  snapshot: CandidateSnapshot,
  key: string,
  scorecards: readonly SharedScorecard[],
): Omit<SharedCandidate, 'portfolioSlug' | 'review'> {
  const contacts = { emails: [snapshot.email, person.email], phones: [snapshot.phone, person.phoneE164] };
  const clean = (text: string) => hideContacts(text, contacts);
  const { currentLocation, preferredLocations, coverNote } = snapshot;
  // A LinkedIn profile is a way to contact the candidate.
  const values = { ...snapshot.values, linkedinUrl: null };
  const answers = [...snapshot.answers, ...(coverNote ? [{ label: 'Anything else', value: coverNote }] : [])];
  return {
    applicationId: application.id,
    number: application.number,
    name: clean([snapshot.firstName, snapshot.lastName].filter(Boolean).join(' ')),
    decision: isDecided(application.status) ? applicationStatusLabels[application.status] : null,
    facts: [
      ...(chosenLocation ? [['City of the job', placeText(chosenLocation)] as [string, string]] : []),
      ...candidateFacts(values, { currentLocation, preferredLocations }).map(
        ([name, value]): [string, string] => [name, clean(value)],
      ),
    ],
    eligibility: snapshot.eligibility,
    answers: answers.map(({ label, value }) => ({
      label: clean(label),
      value: clean(formatAnswer(value)),
    })),
    resume: resume && {
      name: clean(resume.name),
      url: `${shortlistPath(key)}${application.id}/resume`,
    },
    scorecards: scorecards.map((one) => ({
      ...one,
      summary: clean(one.summary),
      criteria: one.criteria.map(({ note, ...criterion }) => ({ ...criterion, note: note && clean(note) })),
    })),
  };
}

/** Returns the addresses of the portfolios of these people that are public now. An unlisted one has a secret address. */
async function listPortfolioSlugs(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  if (!userIds.length) return new Map();
  const rows = await db
    .selectFrom('portfolio')
    .select(['userId', 'slug'])
    .where('userId', 'in', userIds)
    .where('visibility', '=', 'PUBLIC')
    .execute();
  return new Map(rows.map(({ userId, slug }) => [userId, slug]));
}

/** Returns when the employer first answered about an application; null before. The candidate learns that, but not the answer. */
export async function findReviewedAt(db: Db, applicationId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('employerAnswer')
    .innerJoin('employerReview', 'employerReview.id', 'employerAnswer.reviewId')
    .select('at')
    .where('employerReview.applicationId', '=', applicationId)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Finds the résumé that a candidate of a link sent; null for everything that the link does not show. */
export async function findSharedResume(db: Db, key: string, applicationId: string): Promise<MediaRow | null> {
  if (!isUuid(applicationId)) return null;
  const row = await db
    .selectFrom('media')
    .innerJoin('jobApplication', 'jobApplication.resumeMediaId', 'media.id')
    .innerJoin('appUser', 'appUser.id', 'jobApplication.userId')
    .innerJoin('employerReview', 'employerReview.applicationId', 'jobApplication.id')
    .innerJoin('employerLink', 'employerLink.id', 'employerReview.linkId')
    .selectAll('media')
    .where('jobApplication.id', '=', applicationId)
    .where(isShareable)
    .where(isOpenLink(key))
    .executeTakeFirst();
  return row ?? null;
}
