import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { jobApplicationRoutes } from '#lib/contract/hiring/job-applications.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { applicationFlow } from '#lib/domain/hiring/applications/application-flow.ts';
import { type Answer, answerProblem } from '#lib/domain/hiring/jobs/question.ts';
import { candidateActor } from '#lib/server/core/unit-of-work.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireOwnDocument } from '#lib/server/media/own-document.ts';
import { requireAttachablePortfolio } from '#lib/server/portfolio/portfolio-attachment.ts';
import { toHttpError } from '../to-http-error.ts';
import { type ApplicationAggregate, loadApplicationForUpdate } from './application-aggregate.ts';
import { applicationFacts } from './facts.ts';

type Draft = BodyOf<
  (typeof jobApplicationRoutes)['PATCH /api/v1/moonshot/job-applications/{jobApplicationId}/update/']
>;

/**
 * Keeps what is written so far (API-42): answers by question, each alone, so that two tabs lose nothing of one another.
 * @throws HttpError NOT_FOUND, VALIDATION_FAILED, INVALID_STATE
 */
export async function saveAnswers(
  db: Db,
  userId: string,
  applicationId: string,
  draft: Draft,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const by = candidateActor(userId);
    const standing = await loadApplicationForUpdate(trx, by, applicationId);
    const { application } = standing;
    const verdict = checkTransition(
      applicationFlow,
      'EDIT',
      by.type,
      application.status,
      applicationFacts(standing),
    );
    if (!verdict.isAllowed) throw toHttpError(verdict, {});
    const { answers, resume, coverNote, portfolioSlug } = draft;
    if (resume !== undefined) await requireOwnDocument(trx, userId, resume?.mediaId ?? null, 'resume');
    if (portfolioSlug !== undefined) await requireAttachablePortfolio(trx, userId, portfolioSlug);
    const changes = {
      ...(answers && { answers: JSON.stringify(merged(standing, answers)) }),
      ...(resume !== undefined && { resumeMediaId: resume?.mediaId ?? null }),
      ...(coverNote !== undefined && { coverNote }),
      ...(portfolioSlug !== undefined && { portfolioSlug }),
    };
    if (!Object.keys(changes).length) return;
    await trx.updateTable('jobApplication').set(changes).where('id', '=', application.id).execute();
  });
}

/** An empty answer takes one back. @throws HttpError VALIDATION_FAILED at `answers.{key}` */
function merged({ application, job }: ApplicationAggregate, given: readonly Answer[]): Answer[] {
  const problems = given.flatMap(({ key, value }) => {
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
  for (const { key, value } of given) values.set(key, value);
  return [...values].filter(([, value]) => value !== '').map(([key, value]) => ({ key, value }));
}
