import { type Selectable, sql } from 'kysely';
import type { EligibilityItem } from '#lib/domain/hiring/jobs/eligibility.ts';
import {
  type Candidate,
  checkEligibility,
  type EligibilityResult,
} from '#lib/domain/hiring/jobs/eligibility.ts';
import type { RegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { CandidateRegistrationTable } from '#lib/server/db/schema/registrations.ts';

export type RegistrationRow = Selectable<CandidateRegistrationTable>;

/** A registration with the names of its places. */
export interface RegisteredCandidate {
  row: RegistrationRow;
  currentRegion: string | null;
  /** `Pune, Maharashtra` */
  currentLocation: string | null;
  preferredLocations: string[];
}

/** Those of the people who have registered, by user. */
export async function findCandidates(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, RegisteredCandidate>> {
  if (!userIds.length) return new Map();
  const rows = await db
    .selectFrom('candidateRegistration')
    .leftJoin('jobLocation', 'jobLocation.id', 'candidateRegistration.currentLocationId')
    .selectAll('candidateRegistration')
    .select([
      'jobLocation.region as currentRegion',
      sql<string | null>`job_location.city || ', ' || job_location.region`.as('currentLocation'),
      sql<string[]>`(
        select coalesce(jsonb_agg(l.city || ', ' || l.region order by wanted.position), '[]')
        from jsonb_array_elements_text(preferred_location_ids) with ordinality wanted(id, position)
        join job_location l on l.id = wanted.id::uuid)`.as('preferredLocations'),
    ])
    .where('candidateRegistration.userId', 'in', userIds)
    .execute();
  return new Map(
    rows.map(({ currentRegion, currentLocation, preferredLocations, ...row }) => [
      row.userId,
      { row, currentRegion, currentLocation, preferredLocations },
    ]),
  );
}

export async function findCandidate(db: Db, userId: string): Promise<RegisteredCandidate | null> {
  return (await findCandidates(db, [userId])).get(userId) ?? null;
}

/** How a candidate meets a job's rules; null while we hold no details of theirs. */
export function eligibilityOf(
  items: readonly EligibilityItem[],
  registered: RegisteredCandidate | null,
): EligibilityResult | null {
  if (!registered) return null;
  const candidate: Candidate = {
    values: valuesOf(registered.row),
    currentRegion: registered.currentRegion,
  };
  return checkEligibility(items, candidate);
}

/** Row → what the candidate has told. */
export function valuesOf(row: RegistrationRow): RegistrationValues {
  return {
    currentLocationId: row.currentLocationId,
    preferredLocationIds: row.preferredLocationIds,
    willingToRelocate: row.willingToRelocate,
    highestQualification: row.highestQualification,
    degree: row.degree,
    college: row.college,
    graduationYear: row.graduationYear,
    totalExperienceMonths: row.totalExperienceMonths,
    currentCompany: row.currentCompany,
    currentRole: row.currentRole,
    expectedSalary: row.expectedSalary,
    currency: row.currency,
    noticePeriodDays: row.noticePeriodDays,
    languages: row.languages,
    shiftPreference: row.shiftPreference,
    hasLaptopAndInternet: row.hasLaptopAndInternet,
    resume: row.resumeMediaId === null ? null : { mediaId: row.resumeMediaId },
    linkedinUrl: row.linkedinUrl,
    industries: row.industries,
  };
}

/** What the candidate tells → columns. */
export function columnsOf({ resume, ...values }: RegistrationValues) {
  return {
    ...values,
    preferredLocationIds: JSON.stringify(values.preferredLocationIds),
    languages: JSON.stringify(values.languages),
    shiftPreference: JSON.stringify(values.shiftPreference),
    industries: JSON.stringify(values.industries),
    resumeMediaId: resume?.mediaId ?? null,
  };
}
