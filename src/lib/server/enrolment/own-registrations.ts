import type { EnrolmentDeps } from './due-enrolments.ts';
import { listOwnMastery } from './mastery/mastery-aggregate.ts';
import { masteryPath, presentMastery } from './mastery/present-mastery.ts';
import { listOwnScholarships } from './scholarship/find-scholarships.ts';
import { presentScholarship, scholarshipPath } from './scholarship/present-scholarship.ts';

/** A registration of a person in the list of their account. */
export interface OwnRegistration {
  title: string;
  /** The status in one or two sentences, with what to do next. */
  note: string;
  href: string;
}

/** The list shows at most this many registrations for PM Mastery. */
const maxMastery = 5;

/** Lists a person's scholarship tests with their awards, and the last registrations for PM Mastery, newest first. [API-21] */
export async function listOwnRegistrations(deps: EnrolmentDeps, userId: string): Promise<OwnRegistration[]> {
  const tests = (await listOwnScholarships(deps, userId)).map((one) => presentScholarship(one));
  const sessions = (await listOwnMastery(deps.db, userId)).slice(0, maxMastery);
  return [
    ...tests.map(({ id, programName, statusLabel, nextStep }) => ({
      title: `Scholarship test for ${programName}: ${statusLabel.toLowerCase()}`,
      note: nextStep,
      href: scholarshipPath(id),
    })),
    ...sessions
      .map((one) => presentMastery(one))
      .map(({ id, statusLabel, nextStep }) => ({
        title: `PM Mastery: ${statusLabel.toLowerCase()}`,
        note: nextStep,
        href: masteryPath(id),
      })),
  ];
}
