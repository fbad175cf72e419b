import type { Scholarship } from '#lib/contract/enrolment/scholarship/scholarship-schemas.ts';
import { type ActorType, allowedActions } from '#lib/domain/core/state-machine.ts';
import {
  scholarshipFlow,
  scholarshipStatusLabels,
} from '#lib/domain/enrolment/scholarship/scholarship-flow.ts';
import { lastStartOf, scholarshipPolicy } from '#lib/domain/enrolment/scholarship/scholarship-policy.ts';
import {
  describeScholarshipStep,
  type ScholarshipFacts,
} from '#lib/domain/enrolment/scholarship/scholarship-text.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import { buildScholarshipContext, type ScholarshipAggregate } from './scholarship-aggregate.ts';

/** Returns the page of a registration, and the page on which its test is taken. */
export const scholarshipPath = (id: string): string => `/scholarship-test/${id}/`;
const testPath = (id: string): string => `${scholarshipPath(id)}test/`;

/** Returns a registration as its person sees it. Staff see other allowed actions. */
export function presentScholarship(
  aggregate: ScholarshipAggregate,
  actor: ActorType = 'CANDIDATE',
): Scholarship {
  const { registration } = aggregate;
  const { id, registrationNumber, programSlug, status, registeredAt, slotChanges } = registration;
  const facts = scholarshipFactsOf(aggregate);
  return {
    ...{ id, registrationNumber, programSlug, status },
    programName: facts.programName,
    statusLabel: scholarshipStatusLabels[status],
    registeredAt: registeredAt.toISOString(),
    test: presentTest(aggregate),
    slotChangesLeft: Math.max(0, scholarshipPolicy.slotChanges - slotChanges),
    result: presentResult(aggregate),
    icsUrl: hasTestAhead(aggregate) ? `${scholarshipPath(id)}test.ics` : null,
    nextStep: describeScholarshipStep(status, facts),
    // The person gives a reason after pressing the button, so a missing reason must not disable the button.
    allowedActions: allowedActions(
      scholarshipFlow,
      actor,
      status,
      buildScholarshipContext(aggregate, { reason: 'given later' }),
    ).filter(({ action }) => action !== 'SUBMIT'),
  };
}

/** Whether the person has a booked time that has not been missed, so that it belongs in a calendar. */
export function hasTestAhead({ registration, test, now }: ScholarshipAggregate): boolean {
  const { status, slotStartsAt } = registration;
  if (status !== 'SLOT_BOOKED' || !slotStartsAt) return false;
  return now < (test?.endsAt ?? lastStartOf(slotStartsAt));
}

function presentTest({ registration, test }: ScholarshipAggregate): Scholarship['test'] {
  const { id, slotId, slotStartsAt, timeZone } = registration;
  if (!slotId || !slotStartsAt) return null;
  return {
    slotId,
    startsAt: slotStartsAt.toISOString(),
    lastStartAt: lastStartOf(slotStartsAt).toISOString(),
    durationMinutes: scholarshipPolicy.durationMinutes,
    timeZone,
    url: testPath(id),
    endsAt: test?.endsAt.toISOString() ?? null,
  };
}

function presentResult({ registration, test }: ScholarshipAggregate): Scholarship['result'] {
  const { id, score, awardPercent, awardExpiresAt, awardEnrolmentId } = registration;
  if (score === null) return null;
  return {
    score,
    questionCount: test?.questions.length ?? scholarshipPolicy.questionCount,
    sharePercent: awardPercent,
    expiresAt: awardPercent > 0 ? (awardExpiresAt?.toISOString() ?? null) : null,
    enrolmentId: awardEnrolmentId,
    awardPdfUrl: awardPercent > 0 ? `${scholarshipPath(id)}letter.pdf` : null,
  };
}

/** Returns the facts that texts about a registration name. */
export function scholarshipFactsOf({
  registration,
  person,
  test,
  now,
}: ScholarshipAggregate): ScholarshipFacts {
  return {
    registrationNumber: registration.registrationNumber,
    programName: findProgram(registration.programSlug)?.name ?? registration.programSlug,
    startsAt: registration.slotStartsAt,
    endsAt: test?.endsAt ?? null,
    score: registration.score,
    sharePercent: registration.awardPercent,
    expiresAt: registration.awardExpiresAt,
    isAwardUsed: registration.awardEnrolmentId !== null,
    timeZone: presentUser(person).timeZone,
    now,
  };
}
