import { v7 as uuidv7 } from 'uuid';
import type { EventSubject } from '#lib/domain/hiring/applications/history-text.ts';
import type { Actor, TransitionNotes } from '#lib/server/core/actor.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { ApplicationEventTable } from '#lib/server/db/schema/jobs.ts';

/** Records of a transition of an application, a training or an interview: history and audit. */

export interface TransitionEvent {
  subject: EventSubject;
  action: NonNullable<ApplicationEventTable['action']>;
  from: ApplicationEventTable['fromStatus'];
  to: ApplicationEventTable['toStatus'];
  /** The new time of the training or interview. */
  startsAt?: Date;
  /** The previous time of the training or interview. */
  previousStartsAt?: Date | null;
  /** The city that the application is for now, and the previous one. */
  city?: string;
  previousCity?: string | null;
}

/** Inserts the history row and, for staff, the audit row with `details`. Returns the id of the history row. */
export async function recordTransition(
  trx: Db,
  applicationId: string,
  actor: Actor,
  event: TransitionEvent,
  notes: TransitionNotes = {},
  details: Record<string, unknown> = {},
): Promise<string> {
  const { action, from, to, startsAt = null, previousStartsAt = null } = event;
  const eventId = await recordEvent(trx, applicationId, actor, event, notes);
  const subject = { subjectType: 'application', subjectId: applicationId };
  const times = { ...(startsAt && { startsAt }), ...(previousStartsAt && { previousStartsAt }) };
  await auditTransition(
    trx,
    actor,
    { ...subject, action, from, to, details: { ...times, ...details } },
    notes,
  );
  return eventId;
}

/** Inserts the history row alone, for a transition that is part of an audited one. Returns its id. */
export async function recordEvent(
  trx: Db,
  applicationId: string,
  actor: Actor,
  {
    subject,
    action,
    from,
    to,
    startsAt,
    previousStartsAt = null,
    city,
    previousCity = null,
  }: TransitionEvent,
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
      city: city ?? null,
      previousCity,
    })
    .execute();
  return id;
}
