import { validate as isUuid } from 'uuid';
import type { EnrolmentDeps } from '../due-enrolments.ts';
import {
  createScholarshipNotFoundError,
  loadScholarships,
  type ScholarshipAggregate,
} from './scholarship-aggregate.ts';
import { endOwnDueTests } from './submit-test.ts';

/** Queries of a person's own registrations. Those of other people are treated as missing. [C-39] */

/** Lists a person's registrations, newest first; there is one per programme at most. */
export async function listOwnScholarships(
  deps: EnrolmentDeps,
  userId: string,
): Promise<ScholarshipAggregate[]> {
  await endOwnDueTests(deps, userId);
  const rows = await deps.db
    .selectFrom('scholarshipRegistration')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return loadScholarships(
    deps.db,
    rows.map(({ id }) => id),
  );
}

/** Finds an own registration; null for an unknown id and for another person's. */
export async function findOwnScholarship(
  deps: EnrolmentDeps,
  userId: string,
  id: string,
): Promise<ScholarshipAggregate | null> {
  if (!isUuid(id)) return null;
  await endOwnDueTests(deps, userId);
  const [aggregate] = await loadScholarships(deps.db, [id]);
  return aggregate?.registration.userId === userId ? aggregate : null;
}

/** Returns an own registration. Throws `NOT_FOUND`. */
export async function requireOwnScholarship(
  deps: EnrolmentDeps,
  userId: string,
  id: string,
): Promise<ScholarshipAggregate> {
  const aggregate = await findOwnScholarship(deps, userId, id);
  if (!aggregate) throw createScholarshipNotFoundError();
  return aggregate;
}
