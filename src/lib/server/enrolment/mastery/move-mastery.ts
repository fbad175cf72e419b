import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import {
  formatMasteryNotification,
  type MasteryAction,
  type MasteryNotice,
  type MasteryStatus,
  masteryFlow,
  masteryGuardContext,
} from '#lib/domain/enrolment/mastery/mastery-flow.ts';
import { masteryPolicy } from '#lib/domain/enrolment/mastery/mastery-sessions.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { type Actor, systemActor } from '#lib/server/core/actor.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { type MasteryAggregate, requireMastery } from './mastery-aggregate.ts';
import { masteryPath, masteryStepOf } from './present-mastery.ts';

/**
 * Makes one transition of a registration that the caller has locked: a conditional update with history, audit row and
 * messages. Throws `INVALID_STATE`, `PERMISSION_DENIED`. [API-21]
 */
export async function moveMastery(
  work: UnitOfWork,
  actor: Actor,
  { registration, session, now }: MasteryAggregate,
  action: MasteryAction,
): Promise<void> {
  const { id, status: from } = registration;
  const result = checkTransition(masteryFlow, action, actor.type, from, masteryGuardContext(session, now));
  if (!result.isAllowed) throw toHttpError(result, {});
  const updated = await work.trx
    .updateTable('masteryRegistration')
    .set({ status: result.to })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw new HttpError('INVALID_STATE');
  const eventId = await recordMasteryEvent(work.trx, id, actor, { action, from, to: result.to });
  if (action === 'CONFIRM' || action === 'WAITLIST' || action === 'CANCEL')
    await notifyMastery(work, await requireMastery(work.trx, id), action, eventId);
}

interface MasteryChange {
  action: MasteryAction;
  from: MasteryStatus | null;
  to: MasteryStatus;
}

/** Inserts the history row and, for staff, the audit row. Returns the id of the history row. */
export async function recordMasteryEvent(
  trx: Db,
  registrationId: string,
  actor: Actor,
  { action, from, to }: MasteryChange,
): Promise<string> {
  const id = uuidv7();
  await trx
    .insertInto('masteryEvent')
    .values({
      ...{ id, registrationId, action, fromStatus: from, toStatus: to },
      ...{ actorType: actor.type, actorId: actor.id },
    })
    .execute();
  const subject = { subjectType: 'mastery', subjectId: registrationId };
  await auditTransition(trx, actor, { ...subject, action, from, to });
  return id;
}

/** Takes a seat by one conditional write. Returns false when no seat is free. [C-42] */
export async function reserveMasterySeat(trx: Db, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into mastery_seats (session_id, taken) values (${sessionId}, 1)
    on conflict (session_id) do update set taken = mastery_seats.taken + 1
      where mastery_seats.taken < ${masteryPolicy.seatsPerSession}::int
    returning taken`.execute(trx);
  return rows.length === 1;
}

/** Releases a seat, and gives it to the first person on the wait-list before anybody else can take it. */
export async function releaseMasterySeat(work: UnitOfWork, sessionId: string): Promise<void> {
  const { trx } = work;
  await trx
    .updateTable('masterySeats')
    .set({ taken: sql<number>`taken - 1` })
    .where('sessionId', '=', sessionId)
    .execute();
  const first = await trx
    .selectFrom('masteryRegistration')
    .select('id')
    .where('sessionId', '=', sessionId)
    .where('status', '=', 'WAITLISTED')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (first && (await reserveMasterySeat(trx, sessionId)))
    await moveMastery(work, systemActor, await requireMastery(trx, first.id), 'CONFIRM');
}

/** Queues the SMS and, where the person has verified an email, the email about a change. Each is sent once per key. [C-41] */
export async function notifyMastery(
  work: UnitOfWork,
  aggregate: MasteryAggregate,
  notice: MasteryNotice,
  key: string,
): Promise<void> {
  const { registration, person } = aggregate;
  const { siteOrigin } = work.config;
  const { subject, text } = formatMasteryNotification(
    notice,
    registration.registrationNumber,
    masteryStepOf(aggregate),
  );
  const href = `${siteOrigin}${masteryPath(registration.id)}`;
  await notify(work, {
    sender: notice === 'REMIND' ? 'mastery-reminder' : 'mastery-confirmation',
    recipient: { person },
    text,
    href,
    email: {
      subject,
      body: {
        title: subject,
        paragraphs: [`Hello ${person.firstName},`, text],
        links: [{ label: 'See your registration', href }],
        footnote: `You get this email because you registered for PM Mastery at ${new URL(siteOrigin).host}.`,
      },
    },
    dedupeKey: `mastery:${key}`,
  });
}
