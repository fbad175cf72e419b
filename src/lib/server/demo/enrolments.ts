import type { ProgramType } from '#lib/domain/catalog/programs.ts';
import { type Attribution, parseAttribution } from '#lib/domain/core/attribution.ts';
import type { EnrolmentStatus } from '#lib/domain/enrolment/enrolment-flow.ts';
import { listBatchesWithSeats, releaseBatchSeat, reserveBatchSeat } from '#lib/server/catalog/batch-seats.ts';
import { findBatch, findProgramOfType } from '#lib/server/catalog/content/index.ts';
import type { Db } from '#lib/server/db/index.ts';
import { findBatchClosedReason, requireEnrolment } from '#lib/server/enrolment/enrolment-aggregate.ts';
import { moveEnrolment, offerFreeSeats } from '#lib/server/enrolment/move-enrolment.ts';
import { reserveSeat } from '#lib/server/enrolment/reserve-seat.ts';
import { recordPayment } from '#lib/server/staff/enrolment/record-payment.ts';
import { demoPeople, runUnitOfWork, seedPerson } from './person.ts';

type DemoStatus = Exclude<EnrolmentStatus, 'REQUESTED'>;
type Work = Parameters<typeof reserveSeat>[0];

/** The statuses that each demo learner's enrolments get, in batches that take people today. */
const demoEnrolments: readonly DemoEnrolments[] = [
  { person: 'asha', statuses: ['HELD', 'COMPLETED'], firstTouch: 's=google&m=cpc&c=pm-course' },
  { person: 'rohan', statuses: ['CONFIRMED'], firstTouch: 's=instagram&m=paid&c=december-batch' },
  { person: 'nisha', statuses: ['DROPPED', 'OFFERED'] },
  { person: 'arjun', statuses: ['WAITLISTED', 'RELEASED'], firstTouch: 'r=www.google.com' },
  // Have completed the same batch, so that staff can issue its certificates.
  {
    person: 'neha',
    statuses: ['COMPLETED'],
    firstTouch: 's=whatsapp&c=alumni',
    programType: 'PM_LAUNCHPAD_CORE',
  },
  { person: 'sreeja', statuses: ['COMPLETED'], programType: 'PM_LAUNCHPAD_CORE' },
];

interface DemoEnrolments {
  person: keyof typeof demoPeople;
  statuses: readonly DemoStatus[];
  /** The programme; without it the batches that begin next. */
  programType?: ProgramType;
  /** The first visit as the cookie `utm_first` has it. */
  firstTouch?: string;
}

/** No user made the moves of staff. */
const anonymousStaff = { type: 'STAFF' as const, id: '00000000-0000-7000-8000-000000000000' };

/** Adds enrolments in each status unless there are any. Sends no messages. */
export async function seedEnrolments(db: Db): Promise<void> {
  if (await db.selectFrom('enrolment').select('id').limit(1).executeTakeFirst()) return;
  const now = new Date();
  const open = (await listBatchesWithSeats(db)).filter((batch) => findBatchClosedReason(batch, now) === null);
  // Few seats are left in the next batches, so the demo takes seats of the later ones.
  const free = open.filter(({ seatsLeft }) => seatsLeft > 8);
  const full = open.filter(({ seatsLeft }) => seatsLeft === 0);
  for (const { person, statuses, programType, firstTouch = null } of demoEnrolments) {
    const attribution = parseAttribution((name) => (name === 'utm_first' ? firstTouch : null));
    const batches = free.filter((batch) => !programType || batch.programType === programType);
    const userId = await seedPerson(db, demoPeople[person]);
    for (const [index, status] of statuses.entries()) {
      const batch = (status === 'WAITLISTED' ? full : batches)[index];
      const programSlug = batch && findProgramOfType(batch.programType)?.slug;
      if (!programSlug) continue;
      await runUnitOfWork(db, (work) =>
        seedEnrolment(work, { userId, programSlug, batchId: batch.id }, attribution, status),
      );
    }
  }
}

interface DemoSeat {
  userId: string;
  programSlug: string;
  batchId: string;
}

/** Makes an enrolment by the moves that lead to its status. The real rules check every move. */
async function seedEnrolment(
  work: Work,
  seat: DemoSeat,
  attribution: Attribution,
  status: DemoStatus,
): Promise<void> {
  const taken = status === 'OFFERED' ? await fillBatch(work.trx, seat.batchId) : 0;
  const { id } = await reserveSeat(work, { ...seat, joinWaitlist: true }, attribution);
  const learner = { type: 'CANDIDATE' as const, id: seat.userId };
  if (status === 'OFFERED') {
    await emptyBatch(work.trx, seat.batchId, taken);
    return offerFreeSeats(work, seat.batchId);
  }
  if (status === 'RELEASED') return moveEnrolment(work, learner, id, 'CANCEL');
  if (status === 'HELD' || status === 'WAITLISTED') return;
  await payAndConfirm(work, id);
  if (status === 'DROPPED')
    await moveEnrolment(work, anonymousStaff, id, 'DROP', { reasonCode: 'LEARNER_ASKED' });
  if (status === 'COMPLETED') await complete(work, id);
}

async function payAndConfirm(work: Work, id: string): Promise<void> {
  const { enrolment, now } = await requireEnrolment(work.trx, id);
  const amount = enrolment.fee.instalments[0]?.amount ?? enrolment.fee.amount;
  await recordPayment(work, anonymousStaff, id, {
    ...{ amount, method: 'BANK_TRANSFER', reference: 'DEMO-TRANSFER-1' },
    receivedAt: now.toISOString(),
  });
  await moveEnrolment(work, anonymousStaff, id, 'CONFIRM');
}

/** Completes the enrolment in a batch of the past, because no open batch has ended. */
async function complete(work: Work, id: string): Promise<void> {
  const { enrolment, program, now } = await requireEnrolment(work.trx, id);
  const today = now.toISOString().slice(0, 10);
  const batches = await listBatchesWithSeats(work.trx);
  const past = batches.find(({ programType, endsOn }) => programType === program?.type && endsOn < today);
  const entry = past && findBatch(past.id);
  if (!entry || !(await reserveBatchSeat(work.trx, entry))) return;
  await releaseBatchSeat(work.trx, enrolment.batchId);
  await work.trx.updateTable('enrolment').set({ batchId: entry.id }).where('id', '=', id).execute();
  await moveEnrolment(work, anonymousStaff, id, 'COMPLETE');
}

async function fillBatch(trx: Db, batchId: string): Promise<number> {
  const batch = findBatch(batchId);
  let taken = 0;
  while (batch && (await reserveBatchSeat(trx, batch))) taken += 1;
  return taken;
}

async function emptyBatch(trx: Db, batchId: string, taken: number): Promise<void> {
  for (let count = 0; count < taken; count += 1) await releaseBatchSeat(trx, batchId);
}
