import { sql } from 'kysely';
import type { Discount } from '#lib/domain/enrolment/fee.ts';
import { awardAmount, awardLabel } from '#lib/domain/enrolment/scholarship/scholarship-policy.ts';
import type { Db } from '#lib/server/db/index.ts';

/** The award of a scholarship test at the fee of an enrolment. It lowers one fee, until the day that the result names. [API-21] */

export interface UsableAward {
  sharePercent: number;
  expiresAt: Date;
}

/** Returns the award that a person can use now for a programme, or null. */
export async function findUsableAward(
  db: Db,
  userId: string,
  programSlug: string,
): Promise<UsableAward | null> {
  const row = await db
    .selectFrom('scholarshipRegistration')
    .select(['awardPercent as sharePercent', 'awardExpiresAt as expiresAt'])
    .where('userId', '=', userId)
    .where('programSlug', '=', programSlug)
    .where('status', '=', 'AWARDED')
    .where('awardEnrolmentId', 'is', null)
    .where('awardExpiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.expiresAt ? { sharePercent: row.sharePercent, expiresAt: row.expiresAt } : null;
}

/** Uses the person's award for an enrolment by one conditional write, and returns its share of the fee; 0 without an award. */
export async function consumeAward(
  trx: Db,
  { userId, programSlug }: { userId: string; programSlug: string },
  enrolmentId: string,
): Promise<number> {
  const row = await trx
    .updateTable('scholarshipRegistration')
    .set({ awardEnrolmentId: enrolmentId })
    .where('userId', '=', userId)
    .where('programSlug', '=', programSlug)
    .where('status', '=', 'AWARDED')
    .where('awardEnrolmentId', 'is', null)
    .where('awardExpiresAt', '>', sql<Date>`now()`)
    .returning('awardPercent')
    .executeTakeFirst();
  return row?.awardPercent ?? 0;
}

/** Returns the discount line of an award; none for a share of 0. */
export const awardDiscounts = (feeAmount: number, sharePercent: number): Discount[] =>
  sharePercent > 0 ? [{ label: awardLabel(sharePercent), amount: awardAmount(feeAmount, sharePercent) }] : [];

/** Gives the award of a released enrolment back to its person. */
export async function releaseAward(trx: Db, enrolmentId: string): Promise<void> {
  await trx
    .updateTable('scholarshipRegistration')
    .set({ awardEnrolmentId: null })
    .where('awardEnrolmentId', '=', enrolmentId)
    .execute();
}

interface RestoredEnrolment {
  id: string;
  userId: string;
  programSlug: string;
  fee: { discounts: readonly Discount[] };
}

/**
 * Uses the award again for an enrolment that gets its seat back after a payment, also after its last day: the payment was
 * made for that price. Returns false if the award lowers another fee now.
 */
export async function restoreAward(
  trx: Db,
  { id, userId, programSlug, fee }: RestoredEnrolment,
): Promise<boolean> {
  if (!fee.discounts.some(({ label }) => isAwardLabel(label))) return true;
  const row = await trx
    .updateTable('scholarshipRegistration')
    .set({ awardEnrolmentId: id })
    .where('userId', '=', userId)
    .where('programSlug', '=', programSlug)
    .where('awardEnrolmentId', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const isAwardLabel = (label: string): boolean => /^Scholarship, \d+% of the fee$/.test(label);
