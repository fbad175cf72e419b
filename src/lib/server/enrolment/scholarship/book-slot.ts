import { sql } from 'kysely';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { scholarshipFlow } from '#lib/domain/enrolment/scholarship/scholarship-flow.ts';
import { candidateActor } from '#lib/server/core/actor.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { notifyScholarship } from './notify-scholarship.ts';
import { recordScholarshipEvent } from './record-scholarship-event.ts';
import {
  buildScholarshipContext,
  loadScholarshipForUpdate,
  requireScholarship,
} from './scholarship-aggregate.ts';
import { releaseSlotSeat, reserveSlotSeat } from './test-slots.ts';

/**
 * Books a time for the test, or changes it: the new seat is taken before the old one is released. The booked time again
 * changes nothing. Throws `NOT_FOUND`, `SLOT_INVALID`, `SLOT_TAKEN`, `INVALID_STATE`. [API-21]
 */
export async function bookSlot(
  work: UnitOfWork,
  userId: string,
  id: string,
  slotId: string,
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<void> {
  const { trx } = work;
  const aggregate = await loadScholarshipForUpdate(trx, id, userId);
  const { registration } = aggregate;
  const from = registration.status;
  if (from === 'SLOT_BOOKED' && registration.slotId === slotId) return;
  const action = from === 'SLOT_BOOKED' ? 'CHANGE_SLOT' : 'BOOK_SLOT';
  const context = buildScholarshipContext(aggregate);
  const result = checkTransition(scholarshipFlow, action, 'CANDIDATE', from, context);
  if (!result.isAllowed) throw toHttpError(result, {});

  const slot = await reserveSlotSeat(trx, slotId);
  const updated = await trx
    .updateTable('scholarshipRegistration')
    .set({ status: result.to, slotId, slotStartsAt: slot.startsAt })
    .$if(action === 'CHANGE_SLOT', (query) => query.set({ slotChanges: sql<number>`slot_changes + 1` }))
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw new HttpError('INVALID_STATE');
  if (registration.slotId) await releaseSlotSeat(trx, registration.slotId);
  const key = await recordScholarshipEvent(trx, id, candidateActor(userId), { action, from, to: result.to });
  // The message about the registration names the time too.
  if (!isFirst) await notifyScholarship(work, await requireScholarship(trx, id), 'BOOKED', { key });
}
