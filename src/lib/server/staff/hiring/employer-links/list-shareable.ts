import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import type { Db } from '#lib/server/db/index.ts';
import { isShareable } from '#lib/server/hiring/employer-links/link-key.ts';
import { formatPersonName } from '../../person-names.ts';

/** A candidate of a job who can be shared. */
export interface ShareableCandidate {
  id: string;
  number: string;
  name: string;
  status: ApplicationStatus;
  /** How many rules were met of how many at submission; null where there were none to check. */
  fit: { met: number; rules: number } | null;
  /** What the employer gets to see besides the details and the answers. */
  hasResume: boolean;
  hasPortfolio: boolean;
  scorecards: number;
}

/** The form lists this many candidates. */
export const maxListed = 200;

/**
 * Lists the candidates of a job who can be shared, those that were chosen first and then the shortlisted, up to one more than
 * the form lists.
 */
export async function listShareable(
  db: Db,
  jobId: string,
  chosenIds: readonly string[] = [],
): Promise<ShareableCandidate[]> {
  const chosen = chosenIds.filter((id) => isUuid(id));
  const rows = await db
    .selectFrom('jobApplication')
    .innerJoin('appUser', 'appUser.id', 'jobApplication.userId')
    .leftJoin('portfolio', (join) =>
      join.onRef('portfolio.userId', '=', 'appUser.id').on('portfolio.visibility', '=', 'PUBLIC'),
    )
    .select(['jobApplication.id', 'number', 'status', 'firstName', 'lastName', 'candidateSnapshot'])
    .select(sql<boolean>`resume_media_id is not null`.as('hasResume'))
    .select(sql<boolean>`portfolio_slug is not null and portfolio.id is not null`.as('hasPortfolio'))
    .select(({ selectFrom }) =>
      selectFrom('scorecard')
        .innerJoin('interview', 'interview.id', 'scorecard.interviewId')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('interview.applicationId', '=', 'jobApplication.id')
        .as('scorecards'),
    )
    .where('jobId', '=', jobId)
    .where(isShareable)
    // Somebody who was hired needs no decision; a link that was made before still shows them.
    .where('status', '!=', 'HIRED')
    .orderBy(sql`job_application.id <> all(${chosen}::uuid[])`)
    .orderBy(sql`status <> 'SHORTLISTED'`)
    .orderBy('submittedAt', 'desc')
    .orderBy('jobApplication.id', 'desc')
    .limit(maxListed + 1)
    .execute();
  return rows.map(({ candidateSnapshot, firstName, lastName, scorecards, ...row }) => {
    const eligibility = candidateSnapshot?.eligibility;
    const rules = (eligibility?.met.length ?? 0) + (eligibility?.missing.length ?? 0);
    return {
      ...row,
      name: formatPersonName({ firstName, lastName }),
      fit: eligibility && rules ? { met: eligibility.met.length, rules } : null,
      scorecards: scorecards ?? 0,
    };
  });
}
