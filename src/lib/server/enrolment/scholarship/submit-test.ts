import { sql } from 'kysely';
import { isRight } from '#lib/domain/enrolment/scholarship/question.ts';
import { scholarshipPolicy, shareOf } from '#lib/domain/enrolment/scholarship/scholarship-policy.ts';
import { type Actor, candidateActor, systemActor } from '#lib/server/core/actor.ts';
import { runEach } from '#lib/server/core/run-each.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { type EnrolmentDeps, type EnrolmentRoundDeps, runWork } from '../due-enrolments.ts';
import { notifyScholarship } from './notify-scholarship.ts';
import { findQuestion } from './question-bank.ts';
import { recordScholarshipEvent } from './record-scholarship-event.ts';
import {
  loadScholarshipForUpdate,
  requireScholarship,
  type ScholarshipTestRow,
} from './scholarship-aggregate.ts';

interface SubmitTestInput {
  userId: string;
  id: string;
  sessionKey: string;
}

/** Ends a person's test before its time, and marks it. A repeat changes nothing. Throws `TEST_NOT_OPEN`, `TEST_OPEN_ELSEWHERE`. [API-21] */
export async function submitTest(
  work: UnitOfWork,
  { userId, id, sessionKey }: SubmitTestInput,
): Promise<void> {
  const { test } = await loadScholarshipForUpdate(work.trx, id, userId);
  if (!test) throw new HttpError('TEST_NOT_OPEN');
  if (test.submittedAt) return;
  if (test.sessionKey !== sessionKey) throw new HttpError('TEST_OPEN_ELSEWHERE');
  await finishTest(work, candidateActor(userId), test);
}

/** The next round of the scheduled tasks ends the rest. */
const batchSize = 500;

/** Ends and marks everybody's tests whose time is over. One that fails is logged and tried in the next round. [API-21] */
export async function endDueTests(deps: EnrolmentRoundDeps): Promise<void> {
  const round = { log: deps.log, event: 'scholarship.end-error' };
  await runEach(round, await listDueTests(deps.db), (id) => endIfDue(deps, id));
}

/** Ends and marks a person's own tests whose time is over, before they read them. [API-21] */
export async function endOwnDueTests(deps: EnrolmentDeps, userId: string): Promise<void> {
  for (const id of await listDueTests(deps.db, userId)) await endIfDue(deps, id);
}

async function listDueTests(db: Db, userId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('scholarshipTest as test')
    .innerJoin('scholarshipRegistration as registration', 'registration.id', 'test.registrationId')
    .select('test.registrationId as id')
    .where('test.submittedAt', 'is', null)
    .where('test.endsAt', '<=', sql<Date>`now()`)
    .$if(userId !== undefined, (query) => query.where('registration.userId', '=', userId ?? ''))
    .orderBy('test.endsAt')
    .limit(batchSize)
    .execute();
  return rows.map(({ id }) => id);
}

const endIfDue = (deps: EnrolmentDeps, id: string): Promise<void> =>
  runWork(deps, async (work) => {
    const { test, now } = await loadScholarshipForUpdate(work.trx, id, null);
    if (test && !test.submittedAt && test.endsAt <= now) await finishTest(work, systemActor, test);
  });

/** Closes the test, marks its answers, stores the result with the award, and notifies the person. The caller has locked it. */
export async function finishTest(work: UnitOfWork, actor: Actor, test: ScholarshipTestRow): Promise<void> {
  const { trx } = work;
  const { registrationId: id, questions } = test;
  // The update waits for answers that are being saved; later ones find the test closed.
  const closed = await trx
    .updateTable('scholarshipTest')
    .set({ submittedAt: sql<Date>`least(now(), ends_at)` })
    .where('registrationId', '=', id)
    .where('submittedAt', 'is', null)
    .returning('registrationId')
    .executeTakeFirst();
  if (!closed) return;
  const score = await markAnswers(trx, test);
  const sharePercent = shareOf(score, questions.length);
  const status = sharePercent > 0 ? ('AWARDED' as const) : ('NOT_AWARDED' as const);
  const updated = await trx
    .updateTable('scholarshipRegistration')
    .set({ status, score, awardPercent: sharePercent })
    .$if(sharePercent > 0, (query) => query.set({ awardExpiresAt: awardExpiry }))
    .where('id', '=', id)
    .where('status', '=', 'SLOT_BOOKED')
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw new HttpError('INVALID_STATE');
  await recordScholarshipEvent(trx, id, actor, { action: 'SUBMIT', from: 'SLOT_BOOKED', to: 'SUBMITTED' });
  await recordScholarshipEvent(trx, id, systemActor, {
    action: 'EVALUATE',
    from: 'SUBMITTED',
    to: 'EVALUATED',
  });
  const key = await recordScholarshipEvent(trx, id, systemActor, {
    ...{ action: 'DECIDE', from: 'EVALUATED', to: status },
  });
  await notifyScholarship(work, await requireScholarship(trx, id), 'RESULT', { key });
}

/** When an award that is given now can no longer be used. */
export const awardExpiry = sql<Date>`now() + make_interval(days => ${sql.lit(scholarshipPolicy.awardDays)})`;

/** Marks the saved answers, and returns the number of right ones. A question that was taken out of the bank counts as right. */
async function markAnswers(trx: Db, { registrationId, questions }: ScholarshipTestRow): Promise<number> {
  const answers = await trx
    .selectFrom('scholarshipAnswer')
    .select(['position', 'choices', 'answerText'])
    .where('registrationId', '=', registrationId)
    .execute();
  const marks = questions.map((paper, position) => {
    const question = findQuestion(paper.questionId);
    const answer = answers.find((one) => one.position === position);
    const given = { choices: answer?.choices ?? [], text: answer?.answerText ?? '' };
    return { position, is_right: !question || isRight(question, paper, given) };
  });
  await sql`
    update scholarship_answer set is_right = mark.is_right
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as mark(position int, is_right boolean)
    where registration_id = ${registrationId}::uuid and scholarship_answer.position = mark.position`.execute(
    trx,
  );
  return marks.filter((mark) => mark.is_right).length;
}
