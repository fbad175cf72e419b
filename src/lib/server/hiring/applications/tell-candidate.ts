import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { type Appointment, newsOf } from '#lib/domain/hiring/applications/application-notifications.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { TransitionNotes, UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import { notify } from '../notify-candidate.ts';
import type { ApplicationAggregate } from './application-aggregate.ts';
import type { Step } from './record-event.ts';

/** A time that the news names, with the zone of its place. */
export interface When {
  at: Date;
  timeZone: string;
}

/** What a change means for a training or an interview, besides what it says of the application. */
export interface AppointmentNews {
  when?: When | null;
  appointment?: Appointment | null;
  /** Which link to the interview's calendar file goes with it. */
  calendar?: keyof typeof calendarLinks | null;
}

const calendarLinks = {
  PUT_IN: 'Put it into your calendar',
  TAKE_OUT: 'Take it out of your calendar',
};

/** Tells the candidate of a change, by e-mail and SMS, once per history row. */
export async function tellCandidate(
  work: UnitOfWork,
  { application, job, person }: ApplicationAggregate,
  eventId: string,
  { action }: Pick<Step, 'action'>,
  named: TransitionNotes & AppointmentNews & Partial<Named> = {},
): Promise<void> {
  const { when = null, before = null, stageKey = application.stageKey, calendar, publicNote = null } = named;
  const { timeZone } = presentUser(person);
  const inWords = (at: Date) => dateTimeText(at, when?.timeZone ?? timeZone, timeZone);
  const news = newsOf(action, {
    job: `${job.title} at ${job.employerName}`,
    stageTitle: job.stages.find(({ key }) => key === stageKey)?.title ?? job.title,
    when: when && inWords(when.at),
    before: before && inWords(before),
    appointment: named.appointment ?? null,
    reasonCode: named.reasonCode ?? null,
  });
  if (!news) return;
  const path = `/moonshot/applications/${application.id}/`;
  await notify(work, person, {
    ...news,
    note: publicNote,
    link: { label: 'See your application', path },
    ...(calendar && { more: { label: calendarLinks[calendar], path: `${path}interview.ics` } }),
    dedupeKey: `application:${eventId}`,
  });
}

interface Named {
  /** The time that was told before, in the same zone. */
  before: Date | null;
  /** Of the stage that the application is in now, where the change moved it. */
  stageKey: string;
}
