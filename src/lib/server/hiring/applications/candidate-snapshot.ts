import { placeText } from '#lib/domain/hiring/applications/application-location.ts';
import { noRegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { CandidateSnapshot } from '#lib/server/db/schema/registrations.ts';
import { requireOwnDocument } from '#lib/server/media/own-document.ts';
import type { ApplicationAggregate } from '../application-aggregate.ts';
import { eligibilityOf, valuesOf } from '../candidate-rows.ts';
import { getLocation } from './application-location.ts';
import { requireAttachablePortfolio } from './portfolio-attachment.ts';

/**
 * Creates the copy of everything that the employer receives. Later changes of candidate and job do not change
 * it. Its file is locked until the end of the transaction. Throws `VALIDATION_FAILED` for a file or a
 * portfolio that the candidate can no longer send.
 */
export async function createSnapshot(trx: Db, aggregate: ApplicationAggregate): Promise<CandidateSnapshot> {
  const { application, person, candidate } = aggregate;
  const { location } = getLocation(aggregate);
  const resumeMediaId = application.resumeMediaId ?? candidate?.row.resumeMediaId ?? null;
  await requireOwnDocument(trx, person.id, resumeMediaId, 'resume');
  await requireAttachablePortfolio(trx, person.id, application.portfolioSlug);
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phone: person.phoneE164,
    currentLocation: candidate?.currentLocation ?? null,
    preferredLocations: candidate?.preferredLocations ?? [],
    jobLocation: location && placeText(location),
    values: candidate ? valuesOf(candidate.row) : noRegistrationValues,
    answers: listAnswers(aggregate),
    coverNote: application.coverNote,
    portfolioSlug: application.portfolioSlug,
    resumeMediaId,
    eligibility: checkJobEligibility(aggregate),
  };
}

/** Returns the submitted answers, or the current ones before submission. */
export const getAnswers = (aggregate: ApplicationAggregate): CandidateSnapshot['answers'] =>
  aggregate.application.candidateSnapshot?.answers ?? listAnswers(aggregate);

/** Returns the eligibility at submission, or the current one before it; null without a registration. */
export const getEligibility = (aggregate: ApplicationAggregate): CandidateSnapshot['eligibility'] =>
  (aggregate.application.candidateSnapshot ?? { eligibility: checkJobEligibility(aggregate) }).eligibility;

/** Lists the answers with their questions; answers to questions that the job no longer asks are left out. */
function listAnswers({ application, job }: ApplicationAggregate): CandidateSnapshot['answers'] {
  return job.questions.flatMap(({ key, label }) => {
    const answer = application.answers.find((answer) => answer.key === key);
    return answer?.value ? [{ key, label, value: answer.value }] : [];
  });
}

function checkJobEligibility({ job, candidate }: ApplicationAggregate): CandidateSnapshot['eligibility'] {
  const result = eligibilityOf(job.eligibility, candidate);
  const label = (key: string) => job.eligibility.find((rule) => rule.key === key)?.label ?? key;
  return (
    result && {
      met: result.met.map(label),
      missing: result.missing.map((rule) => rule.label),
      unchecked: result.unchecked.map(label),
    }
  );
}
