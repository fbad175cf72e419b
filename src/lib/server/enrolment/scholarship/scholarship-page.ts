import type { Scholarship, TestSlot } from '#lib/contract/enrolment/scholarship/scholarship-schemas.ts';
import { listPrograms, type Program } from '#lib/server/catalog/content/index.ts';
import type { EnrolmentDeps } from '../due-enrolments.ts';
import { isPaidProgram } from '../register-person.ts';
import { listOwnScholarships } from './find-scholarships.ts';
import { presentScholarship } from './present-scholarship.ts';
import { listSlotsWithSeats } from './test-slots.ts';

export interface ScholarshipPage {
  /** The programmes for which the person can register. */
  programs: Program[];
  /** The times with a free seat. */
  slots: TestSlot[];
  /** The person's registrations. */
  own: Scholarship[];
}

/** Loads the page on which people register for the scholarship test. */
export async function loadScholarshipPage(
  deps: EnrolmentDeps,
  userId: string | null,
): Promise<ScholarshipPage> {
  const own = userId ? (await listOwnScholarships(deps, userId)).map((one) => presentScholarship(one)) : [];
  return {
    programs: listPrograms().filter(
      (program) => isPaidProgram(program) && !own.some(({ programSlug }) => programSlug === program.slug),
    ),
    slots: await listFreeSlots(deps),
    own,
  };
}

/** Lists the times with a free seat. */
export const listFreeSlots = async ({ db }: Pick<EnrolmentDeps, 'db'>): Promise<TestSlot[]> =>
  (await listSlotsWithSeats(db)).filter(({ seatsLeft }) => seatsLeft > 0);
