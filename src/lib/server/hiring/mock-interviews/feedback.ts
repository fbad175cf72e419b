import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { expertRoutes } from '#lib/contract/hiring/mock-interviews/experts.ts';
import { nextStepCount } from '#lib/domain/hiring/mock-interviews/feedback.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import {
  type FeedbackRow,
  loadMockInterviewForUpdate,
  type MockInterviewAggregate,
} from './mock-interview-aggregate.ts';
import { moveMockInterview } from './move-mock-interview.ts';
import { notifyCandidate } from './notify-candidate.ts';

type FeedbackInput = BodyOf<
  (typeof expertRoutes)['POST /api/v1/expert/bookings/{mockInterviewId}/feedback/']
>;

/**
 * Saves the feedback on a mock interview that has begun. Sharing it for the first time completes the interview and tells the
 * candidate; shared feedback can be changed, but is no draft again. Throws `NOT_FOUND`, `INVALID_STATE`, `STALE_WRITE`,
 * `VALIDATION_FAILED`. [APP-14]
 */
export async function saveFeedback(
  work: UnitOfWork,
  actor: Actor,
  id: string,
  { isDraft, ...input }: FeedbackInput,
): Promise<void> {
  const aggregate = await loadMockInterviewForUpdate(work.trx, actor, id);
  const { feedback } = aggregate;
  requireBegun(aggregate);
  if (isDraft && isRepeated(feedback, input)) return;
  if ((feedback?.version ?? 0) !== input.version)
    throw new HttpError('STALE_WRITE', {
      message: 'This feedback was changed in another window. Reload the page.',
    });
  const isShared = Boolean(feedback?.sharedAt);
  if (isDraft && isShared)
    throw new HttpError('INVALID_STATE', { message: 'The candidate has read this feedback already.' });
  if (!isDraft) requireComplete(input);
  await writeFeedback(work, aggregate, input, isDraft);
  if (isDraft || isShared) return;
  if (aggregate.mock.status !== 'COMPLETED') await moveMockInterview(work, actor, id, { action: 'COMPLETE' });
  await notifyCandidate(work, aggregate, 'FEEDBACK', { actor, eventId: `${id}:feedback` });
}

/** A tab that is reloaded while it saves sends the same draft again, with the version from before. */
function isRepeated(stored: FeedbackRow | null, input: Omit<FeedbackInput, 'isDraft'>): boolean {
  if (!stored || stored.sharedAt || stored.version !== input.version + 1) return false;
  const { criteria, recommendation, summary, nextSteps } = stored;
  const texts = nextSteps.map(({ text }) => text);
  return isDeepStrictEqual(
    { criteria, recommendation, summary, texts },
    {
      ...{ criteria: input.criteria, recommendation: input.recommendation, summary: input.summary ?? '' },
      texts: input.nextSteps.map((step) => step ?? ''),
    },
  );
}

function requireBegun({ mock, slot, now }: MockInterviewAggregate): void {
  const { status } = mock;
  if (status === 'CANCELLED')
    throw new HttpError('INVALID_STATE', { message: 'This interview was cancelled.' });
  if (status === 'NO_SHOW')
    throw new HttpError('INVALID_STATE', {
      message:
        'This interview is marked as missed. If it took place, mark it as completed, then write your feedback.',
    });
  if (slot.startsAt > now)
    throw new HttpError('INVALID_STATE', { message: 'This interview has not begun yet.' });
}

/** Throws VALIDATION_FAILED for what an expert may leave out of a draft only. */
function requireComplete({
  criteria,
  recommendation,
  summary,
  nextSteps,
}: Omit<FeedbackInput, 'isDraft'>): void {
  const steps = nextSteps.filter((step) => step !== null);
  const fields = {
    ...(!criteria.length && { criteria: 'Please score at least one criterion' }),
    ...(!recommendation && { recommendation: 'Please choose an answer' }),
    ...(!summary && { summary: 'Please write a summary' }),
    ...(steps.length < nextStepCount && { nextSteps: `Please write ${nextStepCount} things to do next` }),
  };
  const [message] = Object.values(fields);
  if (message) throw new HttpError('VALIDATION_FAILED', { message, fields });
}

async function writeFeedback(
  { trx }: UnitOfWork,
  { mock, feedback }: MockInterviewAggregate,
  { criteria, recommendation, summary, nextSteps }: Omit<FeedbackInput, 'isDraft'>,
  isDraft: boolean,
): Promise<void> {
  const done = new Set(feedback?.nextSteps.flatMap(({ text, isDone }) => (isDone ? text : [])));
  const columns = {
    criteria: JSON.stringify(criteria),
    recommendation,
    summary: summary ?? '',
    nextSteps: JSON.stringify(
      nextSteps.map((step) => ({ text: step ?? '', isDone: step !== null && done.has(step) })),
    ),
  };
  const share = isDraft ? {} : { sharedAt: sql<Date>`coalesce(mock_interview_feedback.shared_at, now())` };
  await trx
    .insertInto('mockInterviewFeedback')
    .values({ ...columns, mockInterviewId: mock.id, ...(!isDraft && { sharedAt: sql<Date>`now()` }) })
    .onConflict((conflict) =>
      conflict.column('mockInterviewId').doUpdateSet({
        ...columns,
        ...share,
        version: sql<number>`mock_interview_feedback.version + 1`,
        updatedAt: sql<Date>`now()`,
      }),
    )
    .execute();
}

/** Ticks off the next steps of an own mock interview. Throws `NOT_FOUND`, `INVALID_STATE`. */
export async function tickNextSteps(
  { trx }: Pick<UnitOfWork, 'trx'>,
  actor: Actor,
  id: string,
  done: readonly number[],
): Promise<void> {
  const { feedback } = await loadMockInterviewForUpdate(trx, actor, id);
  if (!feedback?.sharedAt) throw new HttpError('INVALID_STATE', { message: 'There is no feedback yet.' });
  const nextSteps = feedback.nextSteps.map((step, index) => ({ ...step, isDone: done.includes(index) }));
  await trx
    .updateTable('mockInterviewFeedback')
    .set({ nextSteps: JSON.stringify(nextSteps) })
    .where('mockInterviewId', '=', id)
    .execute();
}
