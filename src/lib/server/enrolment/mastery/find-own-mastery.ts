import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type MasteryAggregate, requireMastery } from './mastery-aggregate.ts';

/** Finds an own registration; null for an unknown id and for another person's. [C-39] */
export async function findOwnMastery(db: Db, userId: string, id: string): Promise<MasteryAggregate | null> {
  try {
    const aggregate = await requireMastery(db, id);
    return aggregate.registration.userId === userId ? aggregate : null;
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}
