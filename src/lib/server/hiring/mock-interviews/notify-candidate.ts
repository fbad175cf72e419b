import { dateTimeText } from '#lib/domain/core/time-text.ts';
import {
  formatMockInterviewNotice,
  type MockInterviewNotice,
} from '#lib/domain/hiring/mock-interviews/mock-interview-text.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { calendarPath } from '../appointments/calendar-link.ts';
import { presentExpertOf } from './experts.ts';
import type { MockInterviewAggregate } from './mock-interview-aggregate.ts';
import { mockInterviewPath } from './present-mock-interview.ts';

interface NotifyOptions {
  actor: Actor;
  /** Identifies the change, so that it is sent once. */
  eventId: string;
  /** A text that the expert or staff wrote for this person; only the email has it. */
  publicNote?: string | null;
}

/** Queues the messages to the candidate about a change. What they did themselves is always confirmed. [C-41] */
export async function notifyCandidate(
  work: UnitOfWork,
  { mock, slot, expert, person }: MockInterviewAggregate,
  notice: MockInterviewNotice,
  { actor, eventId, publicNote = null }: NotifyOptions,
): Promise<void> {
  const { config } = work;
  const time = dateTimeText(slot.startsAt, slot.timeZone, presentUser(person).timeZone);
  const isOwn = actor.type === 'CANDIDATE';
  const { name: expertName, slug } = presentExpertOf(expert);
  const { subject, text } = formatMockInterviewNotice(notice, { expert: expertName, time, isOwn });
  const href = `${config.siteOrigin}${mockInterviewPath(mock.id)}`;
  const calendar = `${config.siteOrigin}${calendarPath(config, 'MOCK_INTERVIEW', mock.id)}`;
  const isOff = notice === 'CANCEL' || notice === 'MISS';
  await notify(work, {
    sender: isOwn ? 'mock-interview-confirmation' : 'mock-interview-update',
    recipient: { person },
    text,
    href,
    email: {
      subject,
      body: {
        title: subject,
        paragraphs: [`Hello ${person.firstName},`, text, ...(publicNote ? [publicNote] : [])],
        links: [
          { label: 'See your booking', href },
          ...(isOff
            ? [
                {
                  label: 'Choose another time',
                  href: `${config.siteOrigin}/mock-interviews/experts/${slug}/`,
                },
              ]
            : []),
          ...(notice === 'FEEDBACK' || notice === 'MISS'
            ? []
            : [{ label: isOff ? 'Remove it from your calendar' : 'Add to your calendar', href: calendar }]),
        ],
        footnote: `You get this email because you booked a mock interview at ${new URL(config.siteOrigin).host}.`,
      },
    },
    dedupeKey: `mock-interview:${eventId}`,
  });
}
