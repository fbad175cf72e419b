import type { Recommendation, ScorecardCriterion } from '#lib/domain/hiring/appointments/scorecard.ts';
import type { Db } from '#lib/server/db/index.ts';

/** A scorecard as the employer sees it: its latest version. */
export interface SharedScorecard {
  interviewerName: string;
  criteria: ScorecardCriterion[];
  recommendation: Recommendation;
  summary: string;
}

/** Lists the scorecards of applications, the oldest first, by application. */
export async function listSharedScorecards(
  db: Db,
  applicationIds: readonly string[],
): Promise<Map<string, SharedScorecard[]>> {
  if (!applicationIds.length) return new Map();
  const rows = await db
    .selectFrom('scorecard')
    .innerJoin('interview', 'interview.id', 'scorecard.interviewId')
    .select(['interview.applicationId', 'interviewerName', 'criteria', 'recommendation', 'summary'])
    .where('interview.applicationId', 'in', applicationIds)
    .orderBy('scorecard.id')
    .execute();
  return Map.groupBy(rows, ({ applicationId }) => applicationId);
}
