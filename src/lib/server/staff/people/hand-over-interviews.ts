import { type Selectable, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import type { InterviewSlotTable } from '#lib/server/db/schema/appointments.ts';
import { lockInterviewers } from '#lib/server/hiring/appointments/free-interviewer.ts';
import { inviteToSlot } from '#lib/server/hiring/appointments/interviewer-invites.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../audit.ts';

/** The interview times that a person holds when their role ends. Their times as an expert are their own and stay. */

export interface HeldTimes {
  /** Booked interviews in the future. */
  interviews: number;
  /** Interview times in the future that nobody has booked. */
  freeTimes: number;
}

/** The condition of a slot that an interviewer holds for us: `slot` is its row. */
const isHeld = sql`slot.expert_id is null and slot.cancelled_at is null and slot.starts_at > now()`;

/** Counts as columns what the interviewer of `person.id` holds. */
export const countHeldTimes = sql`
  (select coalesce(sum(slot.taken), 0)::int from interview_slot slot join interviewer on interviewer.id = slot.interviewer_id
    where interviewer.user_id = person.id and ${isHeld}) as interviews,
  (select count(*)::int from interview_slot slot join interviewer on interviewer.id = slot.interviewer_id
    where interviewer.user_id = person.id and ${isHeld} and slot.taken = 0) as free_times`;

/** How the interviewers hear of a change; null on the command line, which sends nothing. */
export type InviteDeps = Pick<UnitOfWork, 'messages' | 'config'> | null;

/**
 * Gives the future interview times of a person whose role has ended to another one, as far as that person is an interviewer
 * and free then. Of the others, free ones are withdrawn, and booked ones have no interviewer: Today shows them until somebody
 * is chosen. The person gets no new times, unless they are an expert. Both interviewers hear of each booked interview.
 * [API-43] [C-42]
 */
export async function handOverInterviews(
  trx: Db,
  invites: InviteDeps,
  actorId: string,
  userId: string,
  newOwnerId: string | null,
): Promise<HeldTimes> {
  const { from, to } = await lockBoth(trx, userId, newOwnerId);
  if (!from) return { interviews: 0, freeTimes: 0 };
  await sql`
    update interviewer set is_active = false
    where id = ${from.id} and not exists (select from expert where expert.interviewer_id = interviewer.id and expert.is_active)
  `.execute(trx);
  const before = await lockHeldSlots(trx, from.id);
  if (to) await giveFreeTimes(trx, from.id, to.id);
  await releaseHeldSlots(trx, from.id);
  const after = new Map((await listSlots(trx, before)).map((slot) => [slot.id, slot]));
  for (const slot of before) {
    const changed = after.get(slot.id);
    if (!changed) continue;
    const names = {
      from: { interviewer: from.name },
      to: { interviewer: changed.interviewerId ? to?.name : null },
    };
    const isWithdrawn = changed.cancelledAt !== null;
    const details = isWithdrawn ? { from: 'SCHEDULED', to: 'CANCELLED', released: 0 } : names;
    const action = isWithdrawn ? 'slot.CANCEL' : 'slot.UPDATE';
    await recordStaffAudit(trx, actorId, action, slot.id, { ...details, startsAt: slot.startsAt });
    if (invites && !isWithdrawn) await inviteToSlot({ trx, ...invites }, slot, changed);
  }
  const sum = (list: SlotRow[]) => list.reduce((count, { taken }) => count + taken, 0);
  return { interviews: sum(before), freeTimes: before.filter(({ taken }) => taken === 0).length };
}

type SlotRow = Selectable<InterviewSlotTable>;

/**
 * Locks the interviewers of both accounts, so that nobody gives them times or deactivates them meanwhile, and reads them in a
 * statement after the lock, so that it sees what its previous holder has committed. [C-42]
 */
async function lockBoth(trx: Db, userId: string, newOwnerId: string | null) {
  const ofBoth = trx
    .selectFrom('interviewer')
    .where('userId', 'in', newOwnerId === null ? [userId] : [userId, newOwnerId]);
  const ids = await ofBoth.select('id').execute();
  await lockInterviewers(
    trx,
    ids.map(({ id }) => id),
  );
  const rows = await ofBoth.select(['id', 'name', 'userId', 'isActive']).execute();
  return {
    from: rows.find((row) => row.userId === userId),
    to: rows.find((row) => row.userId === newOwnerId && row.isActive),
  };
}

const lockHeldSlots = async (trx: Db, interviewerId: string): Promise<SlotRow[]> => {
  const { rows } = await sql<SlotRow>`
    select slot.* from interview_slot slot where slot.interviewer_id = ${interviewerId} and ${isHeld}
    order by slot.id for no key update`.execute(trx);
  return rows;
};

const listSlots = (trx: Db, slots: readonly SlotRow[]): Promise<SlotRow[]> =>
  trx
    .selectFrom('interviewSlot')
    .selectAll()
    .where(sql<boolean>`id = any(${slots.map(({ id }) => id)}::uuid[])`)
    .execute();

/** The times of one interviewer never overlap each other, so only those that the other one has already count. */
async function giveFreeTimes(trx: Db, fromId: string, toId: string): Promise<void> {
  await sql`
    update interview_slot slot set interviewer_id = ${toId}
    where slot.interviewer_id = ${fromId} and ${isHeld} and not exists (
      select from interview_slot other
      where other.interviewer_id = ${toId} and other.cancelled_at is null
        and other.starts_at < slot.ends_at and other.ends_at > slot.starts_at
    )`.execute(trx);
}

async function releaseHeldSlots(trx: Db, fromId: string): Promise<void> {
  await sql`
    update interview_slot slot set
      interviewer_id = case when slot.taken = 0 then slot.interviewer_id end,
      cancelled_at = case when slot.taken = 0 then now() end,
      interviewer_left_at = case when slot.taken > 0 then now() end
    where slot.interviewer_id = ${fromId} and ${isHeld}`.execute(trx);
}
