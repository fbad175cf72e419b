import { sql } from 'kysely';
import type { TestAnswer } from '#lib/contract/enrolment/scholarship/scholarship-schemas.ts';
import { type Db, executePrepared } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireScholarship } from './scholarship-aggregate.ts';

interface SaveAnswersInput {
  userId: string;
  id: string;
  sessionKey: string;
  answers: readonly TestAnswer[];
}

/**
 * Saves answers of an open test by one conditional statement, and returns the seconds that are left. It shares the lock of
 * the test with other saves and waits for a submission, so that no answer arrives after the marking. An answer that was sent
 * before, or is older than the stored one, changes nothing. Throws `TEST_NOT_OPEN`, `TEST_ENDED`, `TEST_OPEN_ELSEWHERE`. [API-21]
 */
export async function saveAnswers(db: Db, input: SaveAnswersInput): Promise<number> {
  const { userId, id, sessionKey, answers } = input;
  const statement = sql<{ secondsLeft: number }>`
    with test as (
      select registration_id, questions, ends_at from scholarship_test
      where registration_id = ${id}::uuid and session_key = ${sessionKey}
        and submitted_at is null and ends_at > now()
        and exists (
          select from scholarship_registration where id = ${id}::uuid and user_id = ${userId}::uuid)
      for share
    ), saved as (
      insert into scholarship_answer
        (registration_id, position, question_id, choices, answer_text, is_flagged, revision)
      select registration_id, sent.position, questions -> sent.position ->> 'questionId',
        sent.choices, sent.text, sent.is_flagged, sent.revision
      from test, jsonb_to_recordset(${JSON.stringify(toRecords(answers))}::jsonb)
        as sent(position int, choices jsonb, text text, is_flagged boolean, revision int)
      where sent.position < jsonb_array_length(questions)
      order by sent.position
      on conflict (registration_id, position) do update set
        choices = excluded.choices, answer_text = excluded.answer_text, is_flagged = excluded.is_flagged,
        revision = excluded.revision, saved_at = now()
      where scholarship_answer.revision < excluded.revision
    )
    select greatest(0, ceil(extract(epoch from ends_at - now())))::int as seconds_left from test`;
  const { rows } = await executePrepared(db, statement.compile(db));
  const [test] = rows;
  if (!test) throw await findReason(db, input);
  return test.secondsLeft;
}

/** Returns one record per question, of several the one with the highest revision. */
function toRecords(answers: readonly TestAnswer[]) {
  const newest = new Map<number, TestAnswer>();
  for (const answer of answers)
    if (answer.revision > (newest.get(answer.position)?.revision ?? 0)) newest.set(answer.position, answer);
  return [...newest.values()].map(({ isFlagged, ...answer }) => ({ ...answer, is_flagged: isFlagged }));
}

/** Finds out why nothing was saved. */
async function findReason(db: Db, { userId, id, sessionKey }: SaveAnswersInput): Promise<HttpError> {
  const { registration, test, now } = await requireScholarship(db, id);
  if (registration.userId !== userId) return new HttpError('NOT_FOUND');
  if (!test) return new HttpError('TEST_NOT_OPEN');
  if (test.submittedAt || test.endsAt <= now) return new HttpError('TEST_ENDED');
  return new HttpError(test.sessionKey === sessionKey ? 'TEST_NOT_OPEN' : 'TEST_OPEN_ELSEWHERE');
}
