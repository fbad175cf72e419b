import { sql } from 'kysely';
import type { ApiDeps } from '#lib/server/context.ts';
import { type Actor, candidateActor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import { cancelMastery } from '#lib/server/enrolment/mastery/register-mastery.ts';
import { moveEnrolment } from '#lib/server/enrolment/move-enrolment.ts';
import { releaseSlotSeat } from '#lib/server/enrolment/scholarship/test-slots.ts';
import { moveApplication } from '#lib/server/hiring/applications/move-application.ts';
import { moveMockInterview } from '#lib/server/hiring/mock-interviews/move-mock-interview.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';

/** Who acts when the rule of a table names only staff. No member of staff did it. */
const office: Actor = { type: 'STAFF', id: null };

type EndMatter = (work: UnitOfWork, id: string) => Promise<unknown>;

/**
 * Ends what a person has under way, by the same rules as their own buttons: open applications are withdrawn, and the seats of batches,
 * tests, trainings and interviews are free for others. Seats of events return when their registrations are deleted. What has ended
 * stays as it is, so a repeat changes nothing.
 */
export async function endMatters(
  deps: Pick<ApiDeps, 'db' | 'messages' | 'config'>,
  userId: string,
): Promise<void> {
  const actor = candidateActor(userId);
  const byPerson = (table: Parameters<typeof listIds>[1], end: EndMatter) =>
    endEach(deps, listIds(deps.db, table, userId), end);
  await byPerson('jobApplication', (work, id) => moveApplication(work, actor, id, 'WITHDRAW'));
  await byPerson('enrolment', (work, id) => moveEnrolment(work, actor, id, 'CANCEL'));
  await byPerson('enrolment', (work, id) =>
    moveEnrolment(work, office, id, 'RELEASE', { reasonCode: 'LEARNER_ASKED' }),
  );
  await byPerson('enrolment', (work, id) =>
    moveEnrolment(work, office, id, 'DROP', { reasonCode: 'LEARNER_ASKED' }),
  );
  await byPerson('mockInterview', (work, id) => moveMockInterview(work, actor, id, { action: 'CANCEL' }));
  await byPerson('masteryRegistration', (work, id) => cancelMastery(work, userId, id));
  await byPerson('scholarshipRegistration', ({ trx }, id) => giveUpTest(trx, id));
}

async function listIds(
  db: Db,
  table: 'jobApplication' | 'enrolment' | 'mockInterview' | 'masteryRegistration' | 'scholarshipRegistration',
  userId: string,
): Promise<string[]> {
  const rows = await db.selectFrom(table).select('id').where('userId', '=', userId).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Ends each in a transaction of its own. What its rules do not let end has ended or is about to. */
async function endEach(
  { db, messages, config }: Pick<ApiDeps, 'db' | 'messages' | 'config'>,
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
