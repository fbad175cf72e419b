import { dateTimeText } from '#lib/domain/core/time-text.ts';
import {
  type ExpertNotice,
  formatExpertNotice,
} from '#lib/domain/hiring/mock-interviews/mock-interview-text.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { presentExpertOf } from './experts.ts';
import type { MockInterviewAggregate } from './mock-interview-aggregate.ts';

/** Returns the page of a booking for its expert. */
export const expertBookingPath = (id: string): string => `/expert/bookings/${id}/`;

/** Loads the account of the expert who holds a mock interview. */
export const loadExpertAccount = (
  { trx }: Pick<UnitOfWork, 'trx'>,
  { expert }: MockInterviewAggregate,
): Promise<UserRow> =>
  trx.selectFrom('appUser').selectAll().where('id', '=', expert.userId).executeTakeFirstOrThrow();

/**
 * Queues the message to the expert's phone about a change that somebody else made. The email with the calendar file is an
 * invite (`interviewer-invites.ts`). [APP-14]
 */
export async function notifyExpert(
  work: UnitOfWork,
  aggregate: MockInterviewAggregate,
  notice: ExpertNotice,
  { actor, eventId }: { actor: Actor; eventId: string },
): Promise<void> {
  if (actor.type === 'EXPERT') return;
  const { mock, slot } = aggregate;
  const person = await loadExpertAccount(work, aggregate);
  const text = formatExpertNotice(
    notice,
    dateTimeText(slot.startsAt, slot.timeZone, presentUser(person).timeZone),
  );
  await notify(work, {
    sender: 'expert-update',
    recipient: { person },
    text,
    href: `${work.config.siteOrigin}${expertBookingPath(mock.id)}`,
    email: { subject: text, body: text },
    dedupeKey: `expert:${eventId}`,
  });
}

/** Queues an email to each staff member who wants the list of Today: an expert cancelled, and a candidate needs a time. */
export async function notifyStaffOfCancellation(
  work: UnitOfWork,
  { mock, slot, expert, person }: MockInterviewAggregate,
  { eventId, publicNote }: { eventId: string; publicNote: string | null },
): Promise<void> {
  const { trx, config } = work;
  const staff = await trx
    .selectFrom('appUser')
    .selectAll()
    .where('id', 'in', (roles) => roles.selectFrom('userRole').select('userId'))
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .execute();
  const candidate = presentUser(person).name;
  const subject = `${presentExpertOf(expert).name} cancelled a mock interview with ${candidate}`;
  const text = `It was on ${dateTimeText(slot.startsAt, slot.timeZone)}. Find another time for ${candidate}.`;
  const href = `${config.siteOrigin}/staff/mock-interviews/?status=CANCELLED&expertId=${mock.expertId}`;
  for (const one of staff)
    await notify(work, {
      sender: 'expert-cancellation',
      recipient: { person: one },
      text: `${subject}. ${text}`,
      href,
      email: {
        subject,
        body: {
          title: subject,
          paragraphs: [text, ...(publicNote ? [`The candidate reads: “${publicNote}”`] : [])],
          links: [{ label: 'See the mock interviews', href }],
          footnote: 'You get this email because you get the list of Today.',
        },
      },
      dedupeKey: `expert-cancellation:${eventId}:${one.id}`,
    });
}
