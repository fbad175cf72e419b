import { type Selectable, sql } from 'kysely';
import {
  type Candidate,
  checkEligibility,
  type EligibilityItem,
  type EligibilityResult,
} from '#lib/domain/hiring/jobs/eligibility.ts';
import type { RegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { DateColumns } from '#lib/server/db/json-rows.ts';
import type { CandidateRegistrationTable } from '#lib/server/db/schema/registrations.ts';

export type RegistrationRow = Selectable<CandidateRegistrationTable>;

/** A registration with the names of its places. */
export interface RegisteredCandidate {
  row: RegistrationRow;
  /** Formats a place: `Pune, Maharashtra`. */
  currentLocation: string | null;
  preferredLocations: string[];
}

export type JoinedCandidateRow = RegistrationRow & Omit<RegisteredCandidate, 'row'>;

/** The columns of a registration that a JSON row has as text. */
export const registrationDates: DateColumns<JoinedCandidateRow> = {
  consentedAt: true,
  submittedAt: true,
  updatedAt: true,
};

/** Selects registrations with the names of their places. */
export function selectCandidates(db: Db) {
  return db
    .selectFrom('candidateRegistration')
    .selectAll('candidateRegistration')
    .select([
      sql<string | null>`current_city || ', ' || current_region`.as('currentLocation'),
      sql<string[]>`(
        select coalesce(jsonb_agg(l.city || ', ' || l.region order by wanted.position), '[]')
        from jsonb_array_elements_text(preferred_location_ids) with ordinality wanted(id, position)
        join job_location l on l.id = wanted.id::uuid)`.as('preferredLocations'),
    ]);
}

export function toCandidate({
  currentLocation,
  preferredLocations,
  ...row
}: JoinedCandidateRow): RegisteredCandidate {
  return { row, currentLocation, preferredLocations };
}

/** Finds a person's registration; null for a person who has not registered. */
export async function findCandidate(db: Db, userId: string): Promise<RegisteredCandidate | null> {
  const row = await selectCandidates(db)
    .where('candidateRegistration.userId', '=', userId)
    .executeTakeFirst();
  return row ? toCandidate(row) : null;
}

/** Checks a candidate against a job's eligibility rules; null for a person who has not registered. */
export function eligibilityOf(
  items: readonly EligibilityItem[],
  registered: RegisteredCandidate | null,
): EligibilityResult | null {
  if (!registered) return null;
  const candidate: Candidate = {
    values: valuesOf(registered.row),
    currentRegion: registered.row.currentRegion,
  };
  return checkEligibility(items, candidate);
}

/** Converts a registration's columns to the values of its form. */
export function valuesOf(row: RegistrationRow): RegistrationValues {
  return {
    residence:
      row.currentCity === null || row.currentRegion === null
        ? null
        : { city: row.currentCity, region: row.currentRegion },
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

/** Converts the values of the form to columns. */
export function columnsOf({ resume, residence, ...values }: RegistrationValues) {
  return {
    ...values,
    preferredLocationIds: JSON.stringify(values.preferredLocationIds),
    languages: JSON.stringify(values.languages),
    shiftPreference: JSON.stringify(values.shiftPreference),
    industries: JSON.stringify(values.industries),
    currentCity: residence?.city ?? null,
    currentRegion: residence?.region ?? null,
    resumeMediaId: resume?.mediaId ?? null,
  };
}
