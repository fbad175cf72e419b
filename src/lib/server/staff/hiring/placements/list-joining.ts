import { sql } from 'kysely';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { formatPersonName } from '../../person-names.ts';

/** Somebody who has accepted an offer and has not joined yet. */
export interface JoiningCandidate {
  applicationId: string;
  number: string;
  name: string;
  phone: string;
  job: { title: string; employerName: string };
  /** The first day that was agreed, as a date. */
  joiningOn: string;
  /** Whether that day has come. */
  isDue: boolean;
}

/** The page lists this many. */
export const maxJoining = 50;

/** Lists those who have accepted an offer and will join, the earliest first day at the top, up to one more than the page lists. */
export async function listJoining(db: Db): Promise<JoiningCandidate[]> {
  const rows = await db
    .selectFrom('jobApplication')
    .innerJoin('jobOffer', (join) =>
      join.onRef('jobOffer.applicationId', '=', 'jobApplication.id').on('jobOffer.status', '=', 'ACCEPTED'),
    )
    .innerJoin('appUser', 'appUser.id', 'jobApplication.userId')
    .innerJoin('job', 'job.id', 'jobApplication.jobId')
    .innerJoin('employer', 'employer.id', 'job.employerId')
    .select(['jobApplication.id', 'jobApplication.number', 'firstName', 'lastName', 'phoneE164'])
    .select(['job.title', 'employer.name as employerName'])
    .select(sql<string>`job_offer.joining_on::text`.as('joiningOn'))
    .where('jobApplication.status', '=', 'OFFER_ACCEPTED')
    .orderBy('jobOffer.joiningOn')
    .orderBy('jobApplication.id')
    .limit(maxJoining + 1)
    .execute();
  const today = localDate(await databaseNow(db), defaultTimeZone);
  return rows.map(({ id, number, phoneE164, joiningOn, title, employerName, ...person }) => ({
    ...{ applicationId: id, number, name: formatPersonName(person), phone: phoneE164 },
    ...{ job: { title, employerName }, joiningOn, isDue: joiningOn <= today },
  }));
}
