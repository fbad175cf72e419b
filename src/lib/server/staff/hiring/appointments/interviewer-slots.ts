import {
  lockInterviewers,
  requireFreeInterviewer,
} from '#lib/server/hiring/appointments/free-interviewer.ts';
import { inviteToSlot } from '#lib/server/hiring/appointments/interviewer-invites.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../../audit.ts';
import { lockUpcoming } from './cancel-appointment.ts';
import { loadInterviewerNames } from './interview-choices.ts';

/**
 * Gives a slot to another interviewer, or to nobody, and writes to both of them about its booked interviews. Throws
 * NOT_FOUND, INVALID_STATE or VALIDATION_FAILED. [API-43]
 */
export async function assignInterviewer(
  work: UnitOfWork,
  staffId: string,
  slotId: string,
  interviewerId: string | null,
): Promise<void> {
  const { trx } = work;
  if (interviewerId) await lockInterviewers(trx, [interviewerId]);
  await lockUpcoming(trx, 'slot', slotId);
  const slot = await trx
    .selectFrom('interviewSlot')
    .selectAll()
    .where('id', '=', slotId)
    .executeTakeFirstOrThrow();
  if (slot.interviewerId === interviewerId && !slot.interviewerLeftAt) return;
  if (interviewerId) await requireFreeInterviewer(trx, interviewerId, [slot], { exceptSlotId: slotId });
  const changes = { interviewerId, interviewerLeftAt: null };
  await trx.updateTable('interviewSlot').set(changes).where('id', '=', slotId).execute();
  await inviteToSlot(work, slot, { ...slot, ...changes });
  const names = await loadInterviewerNames(trx, [slot.interviewerId, interviewerId]);
  const nameOf = (id: string | null) => (id ? (names.get(id) ?? null) : null);
  await recordStaffAudit(trx, staffId, 'slot.UPDATE', slotId, {
    from: { interviewer: nameOf(slot.interviewerId) },
    to: { interviewer: nameOf(interviewerId) },
    startsAt: slot.startsAt,
  });
}
