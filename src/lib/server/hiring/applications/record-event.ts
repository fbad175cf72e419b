import { v7 as uuidv7 } from 'uuid';
import type { Actor, TransitionNotes } from '#lib/server/core/unit-of-work.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { ApplicationEventTable, EventSubject } from '#lib/server/db/schema/jobs.ts';

export interface Step {
  subject: EventSubject;
  action: NonNullable<ApplicationEventTable['action']>;
  from: ApplicationEventTable['fromStatus'];
  to: ApplicationEventTable['toStatus'];
  /** The time that it gives a training or an interview. */
  startsAt?: Date;
  /** The one that this had before. */
  previousStartsAt?: Date | null;
}

/** The history row of a change, in the transaction that makes it. Gives its id, which names its messages too. */
export async function recordEvent(
  trx: Db,
  applicationId: string,
  by: Actor,
  { subject, action, from, to, startsAt, previousStartsAt = null }: Step,
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
      actorType: by.type,
      actorId: by.id,
      reasonCode,
      publicNote,
      privateNote,
      startsAt: startsAt ?? null,
      previousStartsAt,
    })
    .execute();
  return id;
}
