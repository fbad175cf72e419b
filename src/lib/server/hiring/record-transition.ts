import { v7 as uuidv7 } from 'uuid';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import {
  type AppointmentKind,
  formatNotification,
} from '#lib/domain/hiring/applications/application-notifications.ts';
import type { EventSubject } from '#lib/domain/hiring/applications/history-text.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import type { Actor, TransitionNotes, UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { ApplicationEventTable } from '#lib/server/db/schema/jobs.ts';
import { type EmailTemplate, renderEmailHtml, renderEmailText } from '#lib/server/messages/email-template.ts';
import type { ApplicationAggregate } from './application-aggregate.ts';

/** Records of a transition of an application, a training or an interview: history, audit and messages. */

export interface TransitionEvent {
  subject: EventSubject;
  action: NonNullable<ApplicationEventTable['action']>;
  from: ApplicationEventTable['fromStatus'];
  to: ApplicationEventTable['toStatus'];
  /** The new time of the training or interview. */
  startsAt?: Date;
  /** The previous time of the training or interview. */
  previousStartsAt?: Date | null;
}

/** Inserts the history row and, for staff, the audit row. Returns the id of the history row. */
export async function recordTransition(
  trx: Db,
  applicationId: string,
  actor: Actor,
  event: TransitionEvent,
  notes: TransitionNotes = {},
): Promise<string> {
  const { action, from, to } = event;
  const eventId = await recordEvent(trx, applicationId, actor, event, notes);
  const subject = { subjectType: 'application', subjectId: applicationId };
  await auditTransition(trx, actor, { ...subject, action, from, to }, notes);
  return eventId;
}

/** Inserts the history row alone, for a transition that is part of an audited one. Returns its id. */
export async function recordEvent(
  trx: Db,
  applicationId: string,
  actor: Actor,
  { subject, action, from, to, startsAt, previousStartsAt = null }: TransitionEvent,
  { reasonCode = null, publicNote = null, privateNote = null }: TransitionNotes = {},
): Promise<string> {
  const id = uuidv7();
  await trx
    .insertInto('applicationEvent')
    .values({
      id,
      applicationId,
      subject,
      action,
      fromStatus: from,
      toStatus: to,
      actorType: actor.type,
      actorId: actor.id,
      reasonCode,
      publicNote,
      privateNote,
      startsAt: startsAt ?? null,
      previousStartsAt,
    })
    .execute();
  return id;
}

/** A time in a message, with the time zone of its place. */
export interface AppointmentTime {
  at: Date;
  timeZone: string;
}

/** The effect of a transition on a training or an interview. */
export interface AppointmentChange {
  time?: AppointmentTime | null;
  appointment?: AppointmentKind | null;
  /** The link to the interview's calendar file in the email. */
  calendarLink?: keyof typeof calendarLinkLabels | null;
}

interface NotificationOptions extends TransitionNotes, AppointmentChange {
  /** The time in the candidate's last notification, in the same zone. */
  previousTime?: Date | null;
  /** The stage that the transition leads to. */
  stageKey?: string;
}

const calendarLinkLabels = {
  ADD: 'Put it into your calendar',
  REMOVE: 'Take it out of your calendar',
};

/**
 * Queues the email and the SMS about a transition, except for one that the candidate need not know. The
 * history row's id prevents duplicates.
 */
export async function notifyCandidate(
  work: UnitOfWork,
  { application, job, person }: ApplicationAggregate,
  eventId: string,
  action: TransitionEvent['action'],
  options: NotificationOptions = {},
): Promise<void> {
  const {
    time = null,
    previousTime = null,
    stageKey = application.stageKey,
    calendarLink,
    publicNote = null,
  } = options;
  const { timeZone } = presentUser(person);
  const format = (at: Date) => dateTimeText(at, time?.timeZone ?? timeZone, timeZone);
  const content = formatNotification(action, {
    job: `${job.title} at ${job.employerName}`,
    stageTitle: job.stages.find(({ key }) => key === stageKey)?.title ?? job.title,
    time: time && format(time.at),
    previousTime: previousTime && format(previousTime),
    appointment: options.appointment ?? null,
    reasonCode: options.reasonCode ?? null,
  });
  if (!content) return;
  const path = `/moonshot/applications/${application.id}/`;
  await queueNotification(work, person, {
    ...content,
    note: publicNote,
    link: { label: 'See your application', path },
    ...(calendarLink && { more: { label: calendarLinkLabels[calendarLink], path: `${path}interview.ics` } }),
    dedupeKey: `application:${eventId}`,
  });
}

interface Notification {
  subject: string;
  /** One or two sentences: the whole SMS and the beginning of the email. */
  text: string;
  /** A text that staff wrote for this person; only the email has it. */
  note: string | null;
  link: { label: string; path: string };
  more?: { label: string; path: string };
  dedupeKey: string;
}

/** Queues an email and an SMS with the same text; they are sent after the commit, each once per key. [C-41] */
export async function queueNotification(
  { trx, messages, config }: UnitOfWork,
  person: { email: string; phoneE164: string },
  { subject, text, note, link, more, dedupeKey }: Notification,
): Promise<void> {
  const href = (path: string) => `${config.siteOrigin}${path}`;
  const email: EmailTemplate = {
    title: subject,
    paragraphs: ['Hello,', text, ...(note ? [note] : [])],
    links: [link, ...(more ? [more] : [])].map(({ label, path }) => ({ label, href: href(path) })),
    footnote: `You get this mail because you take part in Moonshot at ${new URL(config.siteOrigin).host}.`,
  };
  await messages.queue(
    trx,
    {
      to: person.email,
      medium: 'EMAIL',
      subject,
      text: renderEmailText(email),
      html: renderEmailHtml(email),
      dedupeKey: `${dedupeKey}:email`,
    },
    {
      to: person.phoneE164,
      medium: 'SMS',
      text: `Liftoff: ${text} ${href(link.path)}`,
      dedupeKey: `${dedupeKey}:sms`,
    },
  );
}
