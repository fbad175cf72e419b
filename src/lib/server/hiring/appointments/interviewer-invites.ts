import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { interviewModeLabels } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { formatPhoneNumber } from '#lib/server/account/phone.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { InterviewSlotTable } from '#lib/server/db/schema/appointments.ts';
import type { EmailTemplate } from '#lib/server/messages/email-template.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';

/** Emails with a calendar file to the interviewer of a slot, when an interview in it is booked, moved or cancelled. */

type InviteMethod = 'REQUEST' | 'CANCEL';
type SlotRow = Selectable<InterviewSlotTable>;

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
  const isLost = from && from.startsAt > now && from.interviewerId !== to?.interviewerId;
  if (isLost) await sendInvite(work, subject, from, 'CANCEL');
  const isMoved = from && from.startsAt > now && !isLost;
  if (to) await sendInvite(work, subject, to, 'REQUEST', isMoved ? from : null);
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
  for (const { id } of booked) {
    await sendInvite(work, { interviewId: id }, before, 'CANCEL');
    await sendInvite(work, { interviewId: id }, after, 'REQUEST');
  }
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
 * Inserts the invite and queues its email in the same transaction. `previous` is the slot of the same interviewer that the interview
 * has left. Does nothing for a slot without interviewer.
 */
async function sendInvite(
  work: UnitOfWork,
  subject: InviteSubject,
  slot: SlotRow,
  method: InviteMethod,
  previous: SlotRow | null = null,
): Promise<void> {
  if (!slot.interviewerId) return;
  const { trx, config } = work;
  const invite = { ...subject, id: uuidv7(), interviewerId: slot.interviewerId, slotId: slot.id, method };
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
    dedupeKey: `interview-invite:${invite.id}`,
  });
}

/** An invite with all that its email and its calendar file show. */
export type InviteDetails = Awaited<ReturnType<typeof requireInvite>>;

/** Loads an invite. Rejects when it does not exist any more. */
export async function requireInvite(db: Db, id: string) {
  const row = await db
    .selectFrom('interviewerInvite as invite')
    .innerJoin('interviewer', 'interviewer.id', 'invite.interviewerId')
    .innerJoin('interviewSlot as slot', 'slot.id', 'invite.slotId')
    .leftJoin('interview', 'interview.id', 'invite.interviewId')
    .leftJoin('jobApplication as application', 'application.id', 'interview.applicationId')
    .leftJoin('job', 'job.id', 'application.jobId')
    .leftJoin('mockInterview as mock', 'mock.id', 'invite.mockInterviewId')
    .innerJoin('appUser as person', (join) =>
      join.on(sql<boolean>`person.id = coalesce(application.user_id, mock.user_id)`),
    )
    .where('invite.id', '=', id)
    .select(['invite.method', 'invite.sequence', 'invite.createdAt', 'interview.stageKey'])
    .select(sql<string>`coalesce(interview.uid, mock.uid)`.as('uid'))
    .select([
      'interviewer.id as interviewerId',
      'interviewer.name',
      'interviewer.email',
      'interviewer.userId',
    ])
    .select(['slot.startsAt', 'slot.endsAt', 'slot.timeZone', 'slot.mode', 'slot.joinUrl', 'slot.address'])
    .select(['application.id as applicationId', 'application.number', 'job.title as jobTitle', 'job.stages'])
    .select(['mock.id as mockInterviewId', 'mock.role'])
    .select(['person.firstName', 'person.lastName', 'person.phoneE164'])
    .executeTakeFirstOrThrow();
  return { ...row, ...describeSubject(row) };
}

interface SubjectColumns {
  applicationId: string | null;
  number: string | null;
  jobTitle: string | null;
  stages: readonly { key: string; title: string }[] | null;
  stageKey: string | null;
  role: string | null;
  userId: string | null;
}

/** Returns what the interview is for, in a sentence and in the title of the calendar entry, and the page that shows it. */
function describeSubject({
  applicationId,
  number,
  jobTitle,
  stages,
  stageKey,
  role,
  userId,
}: SubjectColumns) {
  if (!applicationId)
    return {
      ...{ kind: 'Mock interview', purpose: role ?? '', about: `a mock interview for “${role}”` },
      link: { label: 'Open your bookings', path: '/expert/' },
    };
  const stage = stages?.find(({ key }) => key === stageKey)?.title ?? 'Interview';
  return {
    ...{ kind: 'Interview', purpose: jobTitle ?? '', about: `“${stage}” for ${jobTitle} (${number})` },
    // Guests have no account with which they could open the application.
    link: userId ? { label: 'Open the application', path: `/staff/applications/${applicationId}/` } : null,
  };
}

/** Returns the subject of the email and the title of the calendar entry: `Interview with Asha Verma`. */
export const formatInviteTitle = ({ kind, firstName, lastName }: InviteDetails): string =>
  `${kind} with ${[firstName, lastName].filter(Boolean).join(' ')}`;

/** Returns how the interviewer meets the candidate, as a sentence; a phone number only where they have to call. */
export function formatInvitePlace({ mode, joinUrl, address, phoneE164 }: InviteDetails): string {
  if (mode === 'PHONE') return `Phone call: please call ${formatPhoneNumber(phoneE164)}.`;
  return [`${interviewModeLabels[mode]}.`, mode === 'VIDEO' ? joinUrl : address].filter(Boolean).join(' ');
}

function formatInviteEmail(
  invite: InviteDetails,
  siteOrigin: string,
  previous: SlotRow | null,
): EmailTemplate {
  const { name, startsAt, timeZone, about, link } = invite;
  const time = dateTimeText(startsAt, timeZone);
  const previousTime = previous && dateTimeText(previous.startsAt, timeZone);
  const change = changeOf(invite, time, previousTime);
  const sentences = {
    BOOKED: `You have an interview: ${about} on ${time}.`,
    MOVED: `Your interview has moved from ${previousTime} to ${time}: ${about}.`,
    CHANGED: `Your interview on ${time} has changed: ${about}.`,
    CANCELLED: `You no longer have this interview: ${about} on ${time}.`,
  };
  return {
    title: `${titlePrefixes[change]}${formatInviteTitle(invite)}, ${time}`,
    paragraphs: [
      `Hello ${name},`,
      sentences[change],
      ...(change === 'CANCELLED' ? [] : [formatInvitePlace(invite)]),
      `Open the calendar file to ${calendarSteps[change]}.`,
    ],
    links: link ? [{ label: link.label, href: `${siteOrigin}${link.path}` }] : [],
    footnote: `You get this email because you are an interviewer at ${new URL(siteOrigin).host}.`,
  };
}

type InviteChange = 'BOOKED' | 'MOVED' | 'CHANGED' | 'CANCELLED';

/** Returns what has happened. Another slot at the same time only changes how or where the interview is held. */
function changeOf({ method }: InviteDetails, time: string, previousTime: string | null): InviteChange {
  if (method === 'CANCEL') return 'CANCELLED';
  if (!previousTime) return 'BOOKED';
  return previousTime === time ? 'CHANGED' : 'MOVED';
}

const titlePrefixes: Record<InviteChange, string> = {
  BOOKED: '',
  MOVED: 'Moved: ',
  CHANGED: 'Changed: ',
  CANCELLED: 'Cancelled: ',
};

const calendarSteps: Record<InviteChange, string> = {
  BOOKED: 'add it to your calendar',
  MOVED: 'move it in your calendar',
  CHANGED: 'change it in your calendar',
  CANCELLED: 'remove it from your calendar',
};
