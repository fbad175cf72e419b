import { type Selectable, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import type { InterviewPassTable } from '#lib/server/db/schema/mock-interviews.ts';
import { getMockInterviewProgram } from '../experts.ts';

export type InterviewPassRow = Selectable<InterviewPassTable>;

/** What a person has paid for, as the page of a booking shows it. */
export interface OwnPasses {
  /** Mock interviews that are paid and not taken. */
  paidLeft: number;
  /** Whether the person can book before a payment: it is their first booking. */
  canBookUnpaid: boolean;
}

/** Loads what a person has paid for. */
export async function findOwnPasses(db: Db, userId: string): Promise<OwnPasses> {
  const row = await db
    .selectFrom('interviewPass')
    .select(
      sql<number>`coalesce(sum(interviews - taken) filter (where paid_at is not null), 0)::int`.as('left'),
    )
    .select(sql<boolean>`bool_and(paid_at is null and lapsed_at is null and taken = 0)`.as('isFresh'))
    .where('userId', '=', userId)
    .where('programSlug', '=', getMockInterviewProgram().slug)
    .executeTakeFirstOrThrow();
  return { paidLeft: row.left, canBookUnpaid: row.isFresh ?? true };
}
