import { sql } from 'kysely';
import { paymentDueHours, unpaidNote } from '#lib/domain/hiring/mock-interviews/interview-pass.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import { runEach } from '#lib/server/core/run-each.ts';
import type { Log } from '#lib/server/log.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { runWork } from '../handlers.ts';
import { loadMockInterviewForUpdate } from '../mock-interview-aggregate.ts';
import { moveMockInterview } from '../move-mock-interview.ts';

type EndDeps = Parameters<typeof runWork>[0] & { log: Log };

/** The next round ends the rest. */
const batchSize = 100;

const isDue = sql<boolean>`
  slot.starts_at <= now() + make_interval(hours => ${sql.lit(paymentDueHours)}) and slot.starts_at > now()`;

/**
 * Cancels booked mock interviews whose payment has not arrived in time, and tells both. One that fails is logged and tried in
 * the next round. [APP-14]
 */
export async function endUnpaidMockInterviews(deps: EndDeps): Promise<void> {
  const rows = await deps.db
    .selectFrom('interviewPass as pass')
    .innerJoin('mockInterview as mock', 'mock.passId', 'pass.id')
    .innerJoin('interviewSlot as slot', 'slot.id', 'mock.slotId')
    .select('mock.id')
    .where('pass.paidAt', 'is', null)
    .where('mock.status', '=', 'BOOKED')
    .where(isDue)
    .orderBy('slot.startsAt')
    .limit(batchSize)
    .execute();
  const ids = rows.map(({ id }) => id);
  const round = { log: deps.log, event: 'mock-interview.end-error' };
  await runEach(round, ids, (id) => runWork(deps, (work) => endIfUnpaid(work, id)));
}

/** Ends one booking. The conditional statement decides, so a payment that is recorded meanwhile keeps it. */
async function endIfUnpaid(work: UnitOfWork, id: string): Promise<void> {
  const { mock } = await loadMockInterviewForUpdate(work.trx, systemActor, id);
  if (mock.status !== 'BOOKED') return;
  const lapsed = await work.trx
    .updateTable('interviewPass as pass')
    .from('interviewSlot as slot')
    .set({ lapsedAt: sql<Date>`now()` })
    .where('pass.id', '=', mock.passId)
    .where('pass.paidAt', 'is', null)
    .where('slot.id', '=', mock.slotId)
    .where(isDue)
    .returning('pass.id')
    .executeTakeFirst();
  if (lapsed) await moveMockInterview(work, systemActor, id, { action: 'CANCEL', publicNote: unpaidNote });
}
