import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { jobApplicationRoutes } from '#lib/contract/hiring/job-applications.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { applicationFlow } from '#lib/domain/hiring/applications/application-flow.ts';
import { type Answer, answerProblem } from '#lib/domain/hiring/jobs/question.ts';
import { type Actor, candidateActor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import { requireOwnDocument } from '#lib/server/media/own-document.ts';
import { type ApplicationAggregate, loadApplicationForUpdate } from '../application-aggregate.ts';
import { buildApplicationContext } from './allowed-actions.ts';
import { requireJobPlace } from './application-location.ts';
import { requireAttachablePortfolio } from './portfolio-attachment.ts';

type DraftInput = BodyOf<
  (typeof jobApplicationRoutes)['PATCH /api/v1/moonshot/job-applications/{jobApplicationId}/update/']
>;

/**
 * Saves a draft. Answers are merged by question, so that two tabs do not overwrite each other. Throws `NOT_FOUND`,
 * `VALIDATION_FAILED`, `INVALID_STATE`. [API-42]
 */
export async function saveDraft(
  db: Db,
  userId: string,
  applicationId: string,
  input: DraftInput,
): Promise<void> {
  await db.transaction().execute((trx) => writeDraft(trx, candidateActor(userId), applicationId, input));
}

/** Saves a draft as `saveDraft` does, in the caller's transaction. The actor may be staff. */
export async function writeDraft(
  trx: Db,
  actor: Actor,
  applicationId: string,
  input: DraftInput,
): Promise<void> {
  const aggregate = await loadApplicationForUpdate(trx, actor, applicationId);
  const { id, userId, status } = aggregate.application;
  const context = buildApplicationContext(aggregate);
  const result = checkTransition(applicationFlow, 'EDIT', actor.type, status, context);
  if (!result.isAllowed) throw toHttpError(result, {});
  const { answers, resume, coverNote, portfolioSlug, locationId } = input;
  if (locationId !== undefined) requireJobPlace(aggregate, locationId);
  if (resume !== undefined) await requireOwnDocument(trx, userId, resume?.mediaId ?? null, 'resume');
  if (portfolioSlug !== undefined) await requireAttachablePortfolio(trx, userId, portfolioSlug);
  const changes = {
    ...(answers && { answers: JSON.stringify(mergeAnswers(aggregate, answers)) }),
    ...(resume !== undefined && { resumeMediaId: resume?.mediaId ?? null }),
    ...(coverNote !== undefined && { coverNote }),
    ...(portfolioSlug !== undefined && { portfolioSlug }),
    ...(locationId !== undefined && { jobLocationId: locationId }),
  };
  if (!Object.keys(changes).length) return;
  await trx.updateTable('jobApplication').set(changes).where('id', '=', id).execute();
}

/**
 * Replaces the answers of the named questions; an empty answer deletes the stored one. Throws
 * `VALIDATION_FAILED` at `answers.{key}`.
 */
function mergeAnswers({ application, job }: ApplicationAggregate, changed: readonly Answer[]): Answer[] {
  const problems = changed.flatMap(({ key, value }) => {
    const problem = answerProblem(
      job.questions.find((question) => question.key === key),
      value,
    );
    return problem ? [[`answers.${key}`, problem] as const] : [];
  });
  const [first] = problems;
  if (first)
    throw new HttpError('VALIDATION_FAILED', { message: first[1], fields: Object.fromEntries(problems) });
  const values = new Map(application.answers.map(({ key, value }) => [key, value]));
  for (const { key, value } of changed) values.set(key, value);
  return [...values].filter(([, value]) => value !== '').map(([key, value]) => ({ key, value }));
}
