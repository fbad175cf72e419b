import type { StaffApplication } from '#lib/contract/staff/applications.ts';
import { noRegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { CandidateSnapshot } from '#lib/server/db/schema/registrations.ts';
import { requireOwnDocument } from '#lib/server/media/own-document.ts';
import { requireAttachablePortfolio } from '#lib/server/portfolio/portfolio-attachment.ts';
import { eligibilityOf, valuesOf } from '../registration/find-candidates.ts';
import type { ApplicationAggregate } from './application-aggregate.ts';

/**
 * All that the employer is sent, as it is at this moment: whatever the candidate or the job changes later, this stays.
 * Its file is held until the end of the transaction.
 * @throws HttpError VALIDATION_FAILED for a file or a portfolio that is theirs to send no more
 */
export async function takeSnapshot(trx: Db, standing: ApplicationAggregate): Promise<CandidateSnapshot> {
  const { application, person, candidate } = standing;
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
    values: candidate ? valuesOf(candidate.row) : noRegistrationValues,
    answers: answersNow(standing),
    coverNote: application.coverNote,
    portfolioSlug: application.portfolioSlug,
    resumeMediaId,
    eligibility: eligibilityNow(standing),
  };
}

/** As they were sent; before that, as they are written. */
export const answersOf = (standing: ApplicationAggregate): CandidateSnapshot['answers'] =>
  standing.application.candidateSnapshot?.answers ?? answersNow(standing);

/** By the rules and details of when it was sent; before that, of today. Null while there are no details. */
export const shownEligibility = (standing: ApplicationAggregate): StaffApplication['eligibility'] =>
  (standing.application.candidateSnapshot ?? { eligibility: eligibilityNow(standing) }).eligibility;

/** Answers with the questions as they are asked; one that the job asks no more is left out. */
function answersNow({ application, job }: ApplicationAggregate): CandidateSnapshot['answers'] {
  return job.questions.flatMap(({ key, label }) => {
    const given = application.answers.find((answer) => answer.key === key);
    return given?.value ? [{ key, label, value: given.value }] : [];
  });
}

function eligibilityNow({ job, candidate }: ApplicationAggregate): CandidateSnapshot['eligibility'] {
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
