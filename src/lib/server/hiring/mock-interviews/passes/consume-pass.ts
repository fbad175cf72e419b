import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import {
  passInterviews,
  passReference,
  unpaidLeadHours,
} from '#lib/domain/hiring/mock-interviews/interview-pass.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { getMockInterviewProgram } from '../experts.ts';

/** Interview passes at a booking. The statements themselves check what is left and what is paid. [APP-14] [C-42] */

/** Whether a time is late enough for a payment to arrive first. */
const isFarAhead = (startsAt: Date) =>
  sql<boolean>`${startsAt}::timestamptz >= now() + make_interval(hours => ${sql.lit(unpaidLeadHours)})`;

/** Matches a pass that can pay for one more mock interview at a time. */
const hasInterviewLeft = (startsAt: Date) => sql<boolean>`
  case when paid_at is not null then taken < interviews
    else taken < 1 and lapsed_at is null and ${isFarAhead(startsAt)} end`;

/**
 * Takes one mock interview of the person's pass, of a paid one first, and returns the pass's id. A person's first booking
 * opens a pass that has to be paid. The caller has locked the person's row. Throws `PAYMENT_REQUIRED`.
 */
export async function consumePass(trx: Db, userId: string, startsAt: Date): Promise<string> {
  const { slug: programSlug } = getMockInterviewProgram();
  const pass = await trx
    .updateTable('interviewPass')
    .set({ taken: sql<number>`taken + 1` })
    .where(hasInterviewLeft(startsAt))
    .where('id', '=', (passes) =>
      passes
        .selectFrom('interviewPass')
        .select('id')
        .where('userId', '=', userId)
        .where('programSlug', '=', programSlug)
        .where(hasInterviewLeft(startsAt))
        .orderBy(sql`paid_at is null`)
        .orderBy('id')
        .limit(1),
    )
    .returning('id')
    .executeTakeFirst();
  const id = pass?.id ?? (await openPass(trx, userId, startsAt));
  if (id === null) throw await createPaymentError(trx, userId, startsAt);
  return id;
}

/** Opens the first pass of a person with one mock interview taken. Returns null if they had one, or the time is too soon. */
async function openPass(trx: Db, userId: string, startsAt: Date): Promise<string | null> {
  const { slug, fee } = getMockInterviewProgram();
  const now = await databaseNow(trx);
  const { rows: numbers } = await sql<{ sequence: number }>`
    select nextval('interview_pass_number') as sequence`.execute(trx);
  const reference = passReference(numbers[0]?.sequence ?? 0, now);
  const { rows } = await sql<{ id: string }>`
    insert into interview_pass (id, reference, user_id, program_slug, amount, currency, interviews, taken)
    select ${uuidv7()}::uuid, ${reference}, ${userId}::uuid, ${slug}, ${fee.amount}::int, ${fee.currency},
      ${passInterviews}::int, 1
    where ${isFarAhead(startsAt)} and not exists (
      select from interview_pass where user_id = ${userId}::uuid and program_slug = ${slug})
    on conflict do nothing returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

/**
 * Checks that a pass allows another time for a mock interview that it pays for: without a payment, only one that leaves time
 * for it. Throws `PAYMENT_REQUIRED`.
 */
export async function requirePassFor(trx: Db, passId: string | null, startsAt: Date): Promise<void> {
  if (passId === null) return;
  // The row stays locked, so that the payment is not undone meanwhile.
  const pass = await trx
    .selectFrom('interviewPass')
    .select('id')
    .where('id', '=', passId)
    .where((where) => where.or([where('paidAt', 'is not', null), isFarAhead(startsAt)]))
    .forShare()
    .executeTakeFirst();
  if (!pass) throw new HttpError('PAYMENT_REQUIRED', { message: tooSoonText, fields: ['slotId'] });
}

/** Gives the mock interview of a cancelled booking back to its pass. */
export async function releasePass(trx: Db, passId: string | null): Promise<void> {
  if (passId === null) return;
  await trx
    .updateTable('interviewPass')
    .set({ taken: sql<number>`taken - 1` })
    .where('id', '=', passId)
    .execute();
}

const tooSoonText = `Your payment has to arrive first. Until then, choose a time that is at least ${unpaidLeadHours} hours from now.`;

async function createPaymentError(trx: Db, userId: string, startsAt: Date): Promise<HttpError> {
  const { slug } = getMockInterviewProgram();
  const pass = await trx
    .selectFrom('interviewPass')
    .select(['paidAt', 'lapsedAt', 'taken', sql<boolean>`not ${isFarAhead(startsAt)}`.as('isTooSoon')])
    .where('userId', '=', userId)
    .where('programSlug', '=', slug)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!pass || (pass.isTooSoon && !pass.paidAt && !pass.lapsedAt && pass.taken === 0))
    return new HttpError('PAYMENT_REQUIRED', { message: tooSoonText, fields: ['slotId'] });
  if (!pass.paidAt)
    return new HttpError('PAYMENT_REQUIRED', {
      message: 'We have no payment of you yet. You can book again after it has arrived.',
    });
  return new HttpError('PAYMENT_REQUIRED', {
    message: 'You have used all your mock interviews. Ask for a call, and we tell you how to pay for more.',
  });
}
