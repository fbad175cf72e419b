import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import { replaceWaiting } from '#lib/server/messages/replace-waiting.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import type { SlotRow } from '../application-aggregate.ts';
import { formatInviteEmail, requireInvite } from './interviewer-invite-text.ts';

/** Emails with a calendar file to the interviewer of a slot, when an interview in it is booked, moved or cancelled. */

type InviteMethod = 'REQUEST' | 'CANCEL';

/** What is held in the slot: the interview of an application, or a mock interview. */
export type InviteSubject = { interviewId: string } | { mockInterviewId: string };

/**
 * Tells the interviewers about an interview that goes from one slot to another; null stands for no slot. The interviewer
 * who loses it gets a file that removes the calendar entry; one who keeps it is told both times. Past slots stay in the calendar. [API-43]
 */
export async function inviteInterviewers(
  work: UnitOfWork,
  subject: InviteSubject,
  from: SlotRow | null,
  to: SlotRow | null,
  now: Date,
): Promise<void> {
  const isKept = from?.interviewerId === to?.interviewerId;
  if (from && !isKept)
    await informInterviewer(work, subject, { interviewerId: from.interviewerId, from, to: null, now });
  if (to)
    await informInterviewer(work, subject, {
      interviewerId: to.interviewerId,
      from: isKept ? from : null,
      to,
      now,
    });
}

/** Tells both interviewers of a slot that has changed hands about each of its booked interviews. [API-43] */
export async function inviteToSlot(work: UnitOfWork, before: SlotRow, after: SlotRow): Promise<void> {
  const booked = await work.trx
    .selectFrom('interview')
    .select('id')
    .where('slotId', '=', after.id)
    .where('status', '=', 'SCHEDULED')
    .orderBy('id')
    .execute();
  const now = await databaseNow(work.trx);
  for (const { id: interviewId } of booked) {
    const change = { interviewerId: before.interviewerId, from: before, to: null, now };
    await informInterviewer(work, { interviewId }, change);
    const { interviewerId } = after;
    await informInterviewer(work, { interviewId }, { interviewerId, from: null, to: after, now });
  }
}

interface InviteChange {
  interviewerId: string | null;
  /** The interviewer's slot before. */
  from: SlotRow | null;
  to: SlotRow | null;
  now: Date;
}

/**
 * Sends the interviewer a file from what they know: where the last one still waits, this one takes its place, and nothing is sent where
 * the calendar is right without either.
 */
async function informInterviewer(
  work: UnitOfWork,
  subject: InviteSubject,
  { interviewerId, from, to, now }: InviteChange,
): Promise<void> {
  if (!interviewerId) return;
  const id = uuidv7();
  const replaced = await replaceInvites(work, subject, interviewerId, id);
  const known = replaced ? replaced.known : from;
  const previous = known && known.startsAt > now ? known : null;
  if (!to && previous) await sendInvite(work, subject, { ...previous, interviewerId }, 'CANCEL', { id });
  const isKnown = replaced !== null && known?.id === to?.id;
  if (to && !isKnown) await sendInvite(work, subject, to, 'REQUEST', { id, previous });
}

const inviteKey = (id: string) => `interview-invite:${id}`;
const emailKey = ({ id }: { id: string }) => `${inviteKey(id)}:email`;

/**
 * Takes the invites of this interview and interviewer that still wait out of the outbox, and deletes them. One that a process attempts
 * now is not tried again where the later one, `laterId`, is sent. Returns null where none waited, or the slot that the
 * interviewer knows from those before, null for none.
 */
async function replaceInvites(
  work: UnitOfWork,
  subject: InviteSubject,
  interviewerId: string,
  laterId: string,
): Promise<{ known: SlotRow | null } | null> {
  const { trx } = work;
  const invites = await trx
    .selectFrom('interviewerInvite')
    .select(['id', 'slotId', 'method'])
    .where('interviewerId', '=', interviewerId)
    .where(({ and }) => and(subject))
    .orderBy('sequence')
    .execute();
  const { replaced } = await replaceWaiting(work, invites.map(emailKey), [emailKey({ id: laterId })]);
  if (!replaced.length) return null;
  const unsent = new Set(replaced.flatMap((one) => (one.mayHaveArrived ? [] : [one.dedupeKey])));
  const [dropped, sent] = [
    invites.filter((one) => unsent.has(emailKey(one))),
    invites.filter((one) => !unsent.has(emailKey(one))),
  ];
  const ids = dropped.map(({ id }) => id);
  await trx.deleteFrom('interviewerInvite').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
  const last = sent.at(-1);
  if (last?.method !== 'REQUEST') return { known: null };
  const known = await trx
    .selectFrom('interviewSlot')
    .selectAll()
    .where('id', '=', last.slotId)
    .executeTakeFirst();
  return { known: known ?? null };
}

/**
 * Makes the calendars right where a slot's interviewer was changed and the change undone: who booked it in between has invited the
 * other one. Compares the latest invite of each interview and interviewer with the slot. [API-43]
 */
export async function correctInvites(work: UnitOfWork, slotId: string): Promise<void> {
  const { trx } = work;
  const slot = await trx
    .selectFrom('interviewSlot')
    .selectAll()
    .where('id', '=', slotId)
    .where('startsAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!slot) return;
  const { rows } = await sql<{ interviewId: string; invited: string[] }>`
    select interview.id as interview_id, array(
      select invite.interviewer_id::text from interviewer_invite invite
      where invite.interview_id = interview.id and invite.slot_id = interview.slot_id
      group by invite.interviewer_id
      having (array_agg(invite.method order by invite.sequence desc))[1] = 'REQUEST'
    ) as invited
    from interview where interview.slot_id = ${slotId} and interview.status = 'SCHEDULED'
    order by interview.id`.execute(trx);
  for (const { interviewId, invited } of rows) {
    for (const interviewerId of invited.filter((id) => id !== slot.interviewerId))
      await sendInvite(work, { interviewId }, { ...slot, interviewerId }, 'CANCEL');
    if (slot.interviewerId && !invited.includes(slot.interviewerId))
      await sendInvite(work, { interviewId }, slot, 'REQUEST');
  }
}

/**
 * Takes an interview out of the calendars of interviewers who were invited to a slot that it has left by an undo: a colleague has given
 * the slot to them since. One who has not heard of it hears nothing, and so does one whose entry was removed before. [API-43]
 */
export async function withdrawInvites(work: UnitOfWork, interviewId: string): Promise<void> {
  const { trx } = work;
  const { rows } = await sql<{ interviewerId: string; slotId: string }>`
    select interviewer_id, slot_id from (
      select distinct on (interviewer_id) interviewer_id, slot_id, method from interviewer_invite
      where interview_id = ${interviewId} order by interviewer_id, sequence desc) latest
    where method = 'REQUEST'`.execute(trx);
  const now = await databaseNow(trx);
  for (const { interviewerId, slotId } of rows) {
    const left = await trx
      .selectFrom('interviewSlot')
      .selectAll()
      .where('id', '=', slotId)
      .where(
        sql<boolean>`not exists (select from interview where interview.id = ${interviewId}
          and interview.slot_id = interview_slot.id and interview.status = 'SCHEDULED')`,
      )
      .where('interviewerId', '=', interviewerId)
      .executeTakeFirst();
    if (left) await informInterviewer(work, { interviewId }, { interviewerId, from: left, to: null, now });
  }
}

interface InviteOptions {
  /** Generated unless given. */
  id?: string;
  /** The slot of the same interviewer that the interview has left. */
  previous?: SlotRow | null;
}

/** Inserts the invite and queues its email in the same transaction. Does nothing for a slot without interviewer. */
async function sendInvite(
  work: UnitOfWork,
  subject: InviteSubject,
  slot: SlotRow,
  method: InviteMethod,
  { id = uuidv7(), previous = null }: InviteOptions = {},
): Promise<void> {
  if (!slot.interviewerId) return;
  const { trx, config } = work;
  const invite = { ...subject, id, interviewerId: slot.interviewerId, slotId: slot.id, method };
  await trx.insertInto('interviewerInvite').values(invite).execute();
  const details = await requireInvite(trx, invite.id);
  const template = formatInviteEmail(details, config.siteOrigin, previous);
  await notify(work, {
    sender: 'interviewer-invite',
    recipient: { address: { userId: details.userId, email: details.email, timeZone: slot.timeZone } },
    text: template.title,
    email: {
      subject: template.title,
      body: template,
      attachments: [{ fileName: 'interview.ics', document: `interview-invite/${invite.id}` }],
    },
    dedupeKey: inviteKey(invite.id),
  });
}
