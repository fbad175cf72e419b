import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keysOf } from '#lib/domain/core/record.ts';
import {
  type ActorType,
  allowedActions,
  checkTransition,
  type Flow,
  type TransitionResult,
} from '#lib/domain/core/state-machine.ts';
import { applicationFlow } from '#lib/domain/hiring/applications/application-flow.ts';
import type { ApplicationGuardContext } from '#lib/domain/hiring/applications/application-guards.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import {
  type InterviewGuardContext,
  interviewFlow,
  interviewStatusLabels,
} from '#lib/domain/hiring/appointments/interview-flow.ts';
import {
  formatTrainingStatus,
  type TrainingGuardContext,
  trainingFlow,
  trainingStatusLabels,
} from '#lib/domain/hiring/appointments/training-flow.ts';
import { jobStatusLabels, stageKinds } from '#lib/domain/hiring/jobs/job.ts';
import { type JobGuardContext, jobFlow } from '#lib/domain/hiring/jobs/job-flow.ts';
import { offerStatusLabels } from '#lib/domain/hiring/offers/offer.ts';
import {
  registrationFlow,
  registrationStatusLabels,
} from '#lib/domain/hiring/registration/registration-flow.ts';

const actors: readonly ActorType[] = ['CANDIDATE', 'STAFF', 'SYSTEM'];
const labels = fc.array(fc.constantFrom('Degree', 'English'), { maxLength: 2 });
const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true });
const stages = fc.uniqueArray(
  fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    title: fc.constant('Stage'),
    kind: fc.constantFrom(...stageKinds),
  }),
  { selector: ({ key }) => key },
);
const openStatuses = keysOf(applicationStatusLabels).slice(1, 7);

const buildApplicationContext: fc.Arbitrary<ApplicationGuardContext> = fc.record({
  closedReason: fc.constantFrom(null, 'This job no longer takes applications.'),
  stages,
  stageKey: fc.constantFrom('a', 'b', 'c', 'd'),
  training: fc.constantFrom(...keysOf(trainingStatusLabels)),
  interview: fc.constantFrom(...keysOf(interviewStatusLabels)),
  offer: fc.option(
    fc.record({
      status: fc.constantFrom(...keysOf(offerStatusLabels)),
      hasRunOut: fc.boolean(),
      acceptedAt: fc.constantFrom(null, new Date(0)),
      fromStatus: fc.constantFrom('SUBMITTED' as const, 'SHORTLISTED' as const, 'INTERVIEW' as const),
      fromStageKey: fc.constantFrom('a', 'b', 'c', 'd'),
    }),
  ),
  heldFrom: fc.constantFrom(...openStatuses),
  endedFrom: fc.constantFrom(null, ...openStatuses),
  hasOtherOpen: fc.boolean(),
  isJobOver: fc.boolean(),
  hasDetails: fc.boolean(),
  unanswered: labels,
  reasonCode: fc.constantFrom(null, 'OTHER'),
  hasRunOut: fc.boolean(),
});
const buildTrainingContext: fc.Arbitrary<TrainingGuardContext> = fc.record({
  applicationStatus: fc.constantFrom(...keysOf(applicationStatusLabels)),
  seatsLeft: fc.nat(2),
  hasBegun: fc.boolean(),
  missedCount: fc.nat(3),
});
const buildInterviewContext: fc.Arbitrary<InterviewGuardContext> = fc.record({
  applicationStatus: fc.constantFrom(...keysOf(applicationStatusLabels)),
  seatsLeft: fc.nat(2),
  reschedulesUsed: fc.nat(3),
  startsAt: fc.option(instant),
  timeZone: fc.constant('Asia/Kolkata'),
  viewerTimeZone: fc.constantFrom('Asia/Kolkata', 'US/Central'),
  now: instant,
});
const jobFacts: fc.Arbitrary<JobGuardContext> = fc.record({
  ...{ stages, applyBy: instant, now: instant },
  isEmployerArchived: fc.boolean(),
});
const registrationFacts = fc.record({ missing: labels, publicNote: fc.constantFrom(null, 'The year.') });

holds('an application', applicationFlow, keysOf(applicationStatusLabels), buildApplicationContext);
holds('a training', trainingFlow, keysOf(trainingStatusLabels), buildTrainingContext);
holds('an interview', interviewFlow, keysOf(interviewStatusLabels), buildInterviewContext);
holds('a registration', registrationFlow, keysOf(registrationStatusLabels), registrationFacts);
holds('a job', jobFlow, keysOf(jobStatusLabels), jobFacts);

/** The properties of every table, for any guard context. */
function holds<Status extends string, Action extends string, Need extends string, Facts>(
  name: string,
  flow: Flow<Status, Action, Need, Facts>,
  statuses: readonly Status[],
  facts: fc.Arbitrary<Facts>,
) {
  const actions = [...new Set(flow.table.map(({ action }) => action))];
  const step = fc.record({ action: fc.constantFrom(...actions), actor: fc.constantFrom(...actors), facts });

  describe(name, () => {
    it('[API-42] allows only the transitions of the table, for any action', () => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
          let status: Status | null = null;
          for (const { action, actor, facts } of steps) {
            const verdict: TransitionResult<Status, Need> = checkTransition(
              flow,
              action,
              actor,
              status,
              facts,
            );
            if (!verdict.isAllowed) continue;
            const from: Status | null = status;
            const lines = flow.table.filter((line) => line.action === action && line.from.includes(from));
            expect(lines.flatMap(({ to }) => to)).toContain(verdict.to);
            expect(lines.some(({ by }) => by.includes(actor))).toBe(true);
            expect(statuses).toContain(verdict.to);
            status = verdict.to;
          }
        }),
      );
    });

    it('[API-42] rejects with one message that can be shown', () => {
      fc.assert(
        fc.property(step, fc.constantFrom(null, ...statuses), ({ action, actor, facts }, status) => {
          const verdict = checkTransition(flow, action, actor, status, facts);
          if (!verdict.isAllowed) expect(verdict.reason).toMatch(/^[A-Z].{10,}\.$/);
        }),
      );
    });

    it('[API-42] enables the actions whose guards hold, and gives a reason for the others', () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...actors),
          fc.constantFrom(null, ...statuses),
          facts,
          (actor, status, facts) => {
            const offered = allowedActions(flow, actor, status, facts);
            for (const { action, enabled, reason } of offered) {
              expect(checkTransition(flow, action, actor, status, facts).isAllowed).toBe(enabled);
              expect(reason === null).toBe(enabled);
            }
            const others = actions.filter((action) => !offered.some((one) => one.action === action));
            for (const action of others)
              expect(checkTransition(flow, action, actor, status, facts).isAllowed).toBe(false);
          },
        ),
      );
    });

    it('uses all of its statuses and guards, and no others', () => {
      const lines = flow.table;
      const named = lines.flatMap(({ from, to }) => [...from, to].flat()).filter((status) => status !== null);
      const unknown = named.filter((status) => !statuses.includes(status as Status));
      expect(unknown).toEqual([]);
      const needs = lines.flatMap(({ needs = [] }) => needs);
      expect(Object.keys(flow.guards).sort()).toEqual([...new Set(needs)].sort());
    });
  });
}

it('[API-42] a training ends with its application, unless it took place', () => {
  expect(formatTrainingStatus('IN_PROGRESS', 'TRAINING')).toBe('Under way');
  expect(formatTrainingStatus('IN_PROGRESS', 'NOT_SELECTED')).toBe('Cancelled');
  expect(formatTrainingStatus('COMPLETED', 'NOT_SELECTED')).toBe('Completed');
  expect(formatTrainingStatus('NOT_REQUIRED', 'WITHDRAWN')).toBeNull();
});
