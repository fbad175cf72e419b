import { sql } from 'kysely';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { interviewModeLabels } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { formatPhoneNumber } from '#lib/server/account/phone.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { EmailTemplate } from '#lib/server/messages/email-template.ts';
import type { SlotRow } from '../application-aggregate.ts';

/** What the email and the calendar file of an invite say. */

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

/** Formats the email. `previous` is the slot that the interviewer knows. */
export function formatInviteEmail(
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
