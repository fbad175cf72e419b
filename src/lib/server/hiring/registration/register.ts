import { candidateActor } from '#lib/server/core/unit-of-work.ts';
import type { Db } from '#lib/server/db/index.ts';
import { recordRegistration, requireStep } from './move-registration.ts';

/** Makes the person a candidate, once, however many presses arrive at once; false when they were one (API-40). */
export async function register(db: Db, userId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const by = candidateActor(userId);
    const to = requireStep(null, 'REGISTER', by);
    const inserted = await trx
      .insertInto('candidateRegistration')
      .values({ userId, status: to })
      .onConflict((conflict) => conflict.column('userId').doNothing())
      .returning('userId')
      .executeTakeFirst();
    if (!inserted) return false;
    await recordRegistration(trx, userId, { from: null, to, by });
    await trx
      .insertInto('userProfile')
      .values({ userId, type: 'EMBARK_CANDIDATE' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}
