import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { mockInterviewRoutes } from '#lib/contract/hiring/mock-interviews/mock-interviews.ts';
import type { Attribution } from '#lib/domain/core/attribution.ts';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { candidateActor } from '#lib/server/core/actor.ts';
import { recordConversion } from '#lib/server/core/attribution.ts';
import { recordLead } from '#lib/server/core/record-lead.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireOwnDocument } from '#lib/server/media/own-document.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import type { SlotRow } from '../application-aggregate.ts';
import { requireAttachablePortfolio } from '../applications/portfolio-attachment.ts';
import { inviteInterviewers } from '../appointments/interviewer-invites.ts';
import { lockSlots, reserveSeat } from '../seats.ts';
import { notifyExpert } from './expert-alerts.ts';
import { findOwnExpert, getMockInterviewProgram, requireExpert } from './experts.ts';
import { requireMockInterview } from './mock-interview-aggregate.ts';
import { notifyCandidate } from './notify-candidate.ts';
import { consumePass } from './passes/consume-pass.ts';
import { recordMockInterviewEvent } from './record-event.ts';

type BookInput = BodyOf<(typeof mockInterviewRoutes)['POST /api/v1/mock-interviews/book/']>;

/**
 * Books a free time of an expert, takes it from the person's pass and returns the id. The person's row is locked, so that
 * they have one open booking per programme; a repeated request returns it. Throws `NOT_FOUND`, `VALIDATION_FAILED`,
 * `ALREADY_EXISTS`, `SLOT_INVALID`, `SLOT_IN_PAST`, `SLOT_TAKEN`, `PAYMENT_REQUIRED`. [APP-14] [C-42]
 */
export async function bookMockInterview(
  work: UnitOfWork,
  userId: string,
  { expertSlug, slotId, role, focus, resumeMediaId = null, portfolioSlug = null, note = null }: BookInput,
  attribution: Attribution,
): Promise<{ id: string; isExisting: boolean }> {
  const { trx } = work;
  const person = await trx
    .selectFrom('appUser')
    .selectAll()
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { slug: programSlug } = getMockInterviewProgram();
  const open = await findOpenBooking(trx, userId, programSlug);
  if (open?.slotId === slotId) return { id: open.id, isExisting: true };
  if (open)
    throw new HttpError('ALREADY_EXISTS', {
      message: `You have a mock interview on ${dateTimeText(open.startsAt, open.timeZone)}. Move or cancel that one first.`,
    });

  const expert = await requireExpert(trx, expertSlug);
  await requireOwnDocument(trx, userId, resumeMediaId, 'resume');
  await requireAttachablePortfolio(trx, userId, portfolioSlug);
  const slot = await reserveExpertSlot(trx, userId, expert.id, slotId);
  const passId = await consumePass(trx, userId, slot.startsAt);
  const id = uuidv7();
  await trx
    .insertInto('mockInterview')
    .values({
      ...{ id, userId, expertId: expert.id, programSlug, slotId, role, resumeMediaId, portfolioSlug, note },
      ...{ passId, status: 'BOOKED' },
      focus: JSON.stringify([...new Set(focus)]),
      uid: `mock-interview-${id}@${new URL(work.config.siteOrigin).host}`,
    })
    .execute();
  await trx
    .insertInto('userProfile')
    .values({ userId, type: 'PREPPA_CANDIDATE' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await recordConversion(trx, { kind: 'MOCK_INTERVIEW', subjectId: id, userId, ...attribution });
  const { firstName, lastName, email, phoneE164 } = person;
  await recordLead(trx, {
    ...{ source: 'MOCK_INTERVIEW', subjectId: id, userId, programSlug },
    ...{ firstName, lastName, email, phoneE164, timeZone: presentUser(person).timeZone },
  });
  const actor = candidateActor(userId);
  const change = { action: 'BOOK', from: null, to: 'BOOKED', startsAt: slot.startsAt } as const;
  const eventId = await recordMockInterviewEvent(trx, id, actor, change);
  await inviteInterviewers(work, { mockInterviewId: id }, null, slot, await databaseNow(trx));
  const booked = await requireMockInterview(trx, actor, id);
  await notifyCandidate(work, booked, 'BOOK', { actor, eventId });
  await notifyExpert(work, booked, 'BOOK', { actor, eventId });
  return { id, isExisting: false };
}

/** Finds the booking of a person in a programme that has no result yet. */
export async function findOpenBooking(db: Db, userId: string, programSlug: string) {
  const row = await db
    .selectFrom('mockInterview as mock')
    .innerJoin('interviewSlot as slot', 'slot.id', 'mock.slotId')
    .select(['mock.id', 'mock.slotId', 'slot.startsAt', 'slot.timeZone'])
    .where('mock.userId', '=', userId)
    .where('mock.programSlug', '=', programSlug)
    .where('mock.status', '=', 'BOOKED')
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Reserves the seat of an expert's slot for a person, locked together with the one that it replaces. Experts cannot book
 * themselves. Throws `SLOT_INVALID`, `SLOT_IN_PAST`, `SLOT_TAKEN`. [APP-14]
 */
export async function reserveExpertSlot(
  trx: Db,
  userId: string,
  expertId: string,
  slotId: string,
  previousSlotId: string | null = null,
): Promise<SlotRow> {
  const slots = await lockSlots(trx, previousSlotId ? [slotId, previousSlotId] : [slotId]);
  const slot = slots.find(({ id }) => id === slotId);
  if (!slot || slot.expertId !== expertId || slot.cancelledAt)
    throw new HttpError('SLOT_INVALID', { fields: ['slotId'] });
  if (slot.startsAt <= (await databaseNow(trx))) throw new HttpError('SLOT_IN_PAST', { fields: ['slotId'] });
  const isOwn = sql<boolean>`exists (
    select from expert where expert.id = interview_slot.expert_id and expert.user_id = ${userId}::uuid)`;
  if (!(await reserveSeat(trx, 'interviewSlot', slotId, isOwn))) {
    if ((await findOwnExpert(trx, userId))?.id === expertId)
      throw new HttpError('SLOT_INVALID', { fields: ['slotId'], message: 'You cannot book your own time.' });
    throw new HttpError('SLOT_TAKEN', { fields: ['slotId'] });
  }
  return slot;
}
