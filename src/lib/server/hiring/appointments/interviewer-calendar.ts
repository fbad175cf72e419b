import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { RenderedAttachment } from '#lib/server/messages/message.ts';
import {
  formatInvitePlace,
  formatInviteTitle,
  type InviteDetails,
  requireInvite,
} from './interviewer-invite-text.ts';

const prefix = 'interview-invite/';

/** Returns whether an attachment is the calendar file of an interviewer. */
export const isInterviewInvite = (document: string): boolean => document.startsWith(prefix);

/** Renders the calendar file of an invite. Rejects when the invite does not exist any more. [API-43] */
export async function renderInterviewInvite(
  db: Db,
  config: Pick<Config, 'mailFrom'>,
  document: string,
): Promise<RenderedAttachment> {
  const invite = await requireInvite(db, document.slice(prefix.length));
  const bytes = Buffer.from(formatInviteCalendar(invite, config.mailFrom));
  return { bytes, type: `text/calendar; charset=utf-8; method=${invite.method}` };
}

/**
 * Formats an invite as a calendar file (RFC 5546). The UID is of the interview and the interviewer, so a later file moves
 * or removes the same entry.
 */
function formatInviteCalendar(invite: InviteDetails, organizerEmail: string): string {
  const { method, sequence, createdAt, uid, interviewerId, startsAt, endsAt, name, email } = invite;
  const calendar = ical({
    prodId: { company: 'Liftoff', product: 'Moonshot', language: 'EN' },
    method: ICalCalendarMethod[method],
  });
  calendar.createEvent({
    id: `${interviewerId}-${uid}`,
    sequence,
    stamp: createdAt,
    start: startsAt,
    end: endsAt,
    summary: `${formatInviteTitle(invite)}: ${invite.purpose}`,
    description: formatInvitePlace(invite),
    location: (invite.mode === 'VIDEO' ? invite.joinUrl : invite.address) ?? null,
    organizer: { name: 'Liftoff', email: organizerEmail },
    attendees: [{ name, email }],
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}
