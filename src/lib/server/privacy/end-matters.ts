import { sql } from 'kysely';
import type { ApiDeps } from '#lib/server/context.ts';
import { type Actor, candidateActor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import { cancelMastery } from '#lib/server/enrolment/mastery/register-mastery.ts';
import { moveEnrolment } from '#lib/server/enrolment/move-enrolment.ts';
import { releaseSlotSeat } from '#lib/server/enrolment/scholarship/test-slots.ts';
import { moveOwnRegistration } from '#lib/server/events/register.ts';
import { moveApplication } from '#lib/server/hiring/applications/move-application.ts';
import { moveMockInterview } from '#lib/server/hiring/mock-interviews/move-mock-interview.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { informOfApplication, informOfEnrolment } from './inform-staff.ts';

/** Who acts when the rule of a table names only staff. No member of staff did it. */
const office: Actor = { type: 'STAFF', id: null };

type Deps = Pick<ApiDeps, 'db' | 'messages' | 'config'>;
type EndMatter = (work: UnitOfWork, id: string) => Promise<unknown>;

/**
 * Ends what a person has under way, by the same rules as their own buttons: open applications are withdrawn, and the seats of batches,
 * tests, trainings, interviews and events are free for others, first for who waits. Who works on it is informed. What has ended stays as
 * it is, so a repeat changes nothing.
 */
export async function endMatters(deps: Deps, userId: string): Promise<void> {
  const actor = candidateActor(userId);
  const byPerson = (table: Parameters<typeof listIds>[1], end: EndMatter) =>
    endEach(deps, listIds(deps.db, table, userId), end);
  await withdrawApplications(deps, userId, informOfApplication);
  await byPerson('enrolment', (work, id) => moveEnrolment(work, actor, id, 'CANCEL'));
  for (const action of ['RELEASE', 'DROP'] as const)
    await byPerson('enrolment', async (work, id) => {
      await informOfEnrolment(work, id);
      await moveEnrolment(work, office, id, action, { reasonCode: 'LEARNER_ASKED' });
    });
  // Too late for the person's own button, which keeps a time for the expert, is not too late for us.
  for (const who of [actor, office])
    await byPerson('mockInterview', (work, id) => moveMockInterview(work, who, id, { action: 'CANCEL' }));
  await byPerson('masteryRegistration', (work, id) => cancelMastery(work, userId, id));
  await byPerson('scholarshipRegistration', ({ trx }, id) => giveUpTest(trx, id));
  await byPerson('eventRegistration', async (work, id) => {
    const { eventId } = await work.trx
      .selectFrom('eventRegistration')
      .select('eventId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await moveOwnRegistration(work, userId, eventId, 'CANCEL');
  });
}

/** Withdraws a person's open applications, each after `before`. A repeat changes nothing. */
export async function withdrawApplications(deps: Deps, userId: string, before?: EndMatter): Promise<void> {
  await endEach(deps, listIds(deps.db, 'jobApplication', userId), async (work, id) => {
    await before?.(work, id);
    await moveApplication(work, candidateActor(userId), id, 'WITHDRAW');
  });
}

/** How long the erasure waits for a mail server that does not answer. */
const longestWait = '1 day';

/**
 * Tells whether interviewers and experts have yet to get the email that removes an appointment of the person from their calendar. Its
 * file is made when the email is sent, from the rows that an erasure deletes.
 */
export async function hasWaitingInvites(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from interviewer_invite invite
    join outbox on outbox.dedupe_key = 'interview-invite:' || invite.id || ':email'
    where (invite.interview_id = any(array(
        select interview.id from interview join job_application application on application.id = interview.application_id
        where application.user_id = ${userId}))
      or invite.mock_interview_id = any(array(select id from mock_interview where user_id = ${userId})))
      and outbox.status in ('QUEUED', 'HELD') and invite.created_at > now() - ${longestWait}::interval
    limit 1`.execute(db);
  return rows.length > 0;
}

async function listIds(
  db: Db,
  table:
    | 'jobApplication'
    | 'enrolment'
    | 'mockInterview'
    | 'masteryRegistration'
    | 'scholarshipRegistration'
    | 'eventRegistration',
  userId: string,
): Promise<string[]> {
  const rows = await db.selectFrom(table).select('id').where('userId', '=', userId).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Ends each in a transaction of its own. What its rules do not let end has ended or is about to. */
async function endEach(
  { db, messages, config }: Deps,
  ids: Promise<string[]>,
  end: EndMatter,
): Promise<void> {
  for (const id of await ids)
    try {
      await db.transaction().execute((trx) => end({ trx, messages, config }, id));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
    }
}

/** Frees the seat of a test that has not begun. */
async function giveUpTest(trx: Db, id: string): Promise<void> {
  const freed = await trx
    .updateTable('scholarshipRegistration')
    .set({ status: 'REGISTERED', slotId: null, slotStartsAt: null })
    .from((from) =>
      from
        .selectFrom('scholarshipRegistration')
        .select(['id', 'slotId'])
        .where('id', '=', id)
        .forUpdate()
        .as('before'),
    )
    .whereRef('scholarshipRegistration.id', '=', 'before.id')
    .where('scholarshipRegistration.status', '=', 'SLOT_BOOKED')
    .where('slotStartsAt', '>', sql<Date>`now()`)
    .returning('before.slotId as slotId')
    .executeTakeFirst();
  if (freed?.slotId) await releaseSlotSeat(trx, freed.slotId);
}
