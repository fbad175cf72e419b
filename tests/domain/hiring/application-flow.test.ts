import { describe, expect, test } from 'vitest';
import { keysOf } from '#lib/domain/core/record.ts';
import { type ActorType, checkTransition } from '#lib/domain/core/state-machine.ts';
import {
  type ApplicationAction,
  applicationFlow,
  applyActions,
  stageKeyAfter,
  startedLifetimeDays,
} from '#lib/domain/hiring/applications/application-flow.ts';
import {
  type ApplicationGuardContext,
  noApplicationContext,
} from '#lib/domain/hiring/applications/application-guards.ts';
import {
  type ApplicationStatus,
  applicationStatusLabels,
  finalStatuses,
  isFinal,
} from '#lib/domain/hiring/applications/application-status.ts';
import {
  applicationNumber,
  statusSentence,
  timelineOf,
} from '#lib/domain/hiring/applications/application-text.ts';
import { findClosedReason, type Stage, type StageKind } from '#lib/domain/hiring/jobs/job.ts';
import { stagesProblem } from '#lib/domain/hiring/jobs/job-stages.ts';

const statuses = keysOf(applicationStatusLabels);
const stagesOf = (...kinds: StageKind[]): Stage[] =>
  kinds.map((kind, index) => ({ key: `${kind}-${index}`, title: `Stage ${index}`, kind }));

/** A guard context in which the current stage is done. */
const ready: Partial<ApplicationGuardContext> = {
  hasDetails: true,
  training: 'COMPLETED',
  interview: 'COMPLETED',
  reasonCode: 'OTHER',
  offer: {
    status: 'OPEN',
    hasRunOut: false,
    acceptedAt: null,
    fromStatus: 'INTERVIEW',
    fromStageKey: 'INTERVIEW-1',
  },
};

/** Makes the transitions in order. Returns where they end. */
function walk(stages: Stage[], ...actions: ApplicationAction[]) {
  let status: ApplicationStatus | null = null;
  let stageKey = stages[0]?.key ?? '';
  for (const action of actions) {
    const actor: ActorType = ['APPLY', 'SUBMIT', 'WITHDRAW', 'ACCEPT_OFFER'].includes(action)
      ? 'CANDIDATE'
      : 'STAFF';
    const facts = { ...noApplicationContext, ...ready, stages, stageKey };
    const result: ReturnType<typeof checkAt> = checkAt(action, actor, status, facts);
    if (!result.isAllowed) return { status, stageKey, reason: result.reason };
    stageKey = stageKeyAfter(action, status, facts);
    status = result.to;
  }
  return { status, stageKey, reason: null };
}

const checkAt = (
  action: ApplicationAction,
  actor: ActorType,
  status: ApplicationStatus | null,
  facts: ApplicationGuardContext,
) => checkTransition(applicationFlow, action, actor, status, facts);

describe('the order of stages comes from the job', () => {
  test('[API-42] the whole way, from application to hired', () => {
    const stages = stagesOf('FORM', 'REVIEW', 'TRAINING', 'INTERVIEW', 'OFFER');
    expect(
      walk(
        stages,
        'APPLY',
        'SUBMIT',
        'START_REVIEW',
        'SHORTLIST',
        'MOVE_TO_TRAINING',
        'MOVE_TO_INTERVIEW',
        'MAKE_OFFER',
        'ACCEPT_OFFER',
        'HIRE',
      ),
    ).toEqual({ status: 'HIRED', stageKey: 'OFFER-4', reason: null });
  });

  test('[API-42] a job without review or training skips them', () => {
    const stages = stagesOf('FORM', 'INTERVIEW', 'OFFER');
    expect(walk(stages, 'APPLY', 'SUBMIT', 'START_REVIEW').reason).toContain('no review');
    const way = ['APPLY', 'SUBMIT', 'MOVE_TO_INTERVIEW', 'MAKE_OFFER', 'ACCEPT_OFFER', 'HIRE'] as const;
    expect(walk(stages, ...way).status).toBe('HIRED');
  });

  test('[API-42] an interview before the training, two interviews, and a second review', () => {
    const stages = stagesOf('FORM', 'REVIEW', 'INTERVIEW', 'TRAINING', 'INTERVIEW', 'REVIEW', 'OFFER');
    const way = [
      'APPLY',
      'SUBMIT',
      'START_REVIEW',
      'SHORTLIST',
      'MOVE_TO_INTERVIEW',
      'MOVE_TO_TRAINING',
      'MOVE_TO_INTERVIEW',
      'START_REVIEW',
      'SHORTLIST',
      'MAKE_OFFER',
    ] as const;
    expect(walk(stages, ...way)).toEqual({ status: 'OFFERED', stageKey: 'OFFER-6', reason: null });
  });

  test('[API-42] no stage can be skipped, and the message names the next one', () => {
    const stages = stagesOf('FORM', 'REVIEW', 'INTERVIEW', 'OFFER');
    const shortlisted = ['APPLY', 'SUBMIT', 'START_REVIEW', 'SHORTLIST'] as const;
    expect(walk(stages, ...shortlisted, 'MAKE_OFFER').reason).toBe(
      'The next stage of this job is “Stage 2”.',
    );
    expect(walk(stages, 'APPLY', 'SUBMIT', 'MOVE_TO_INTERVIEW').reason).toBe(
      'Shortlist this application first.',
    );
  });

  test.each([
    ['TRAINING', 'The training is not completed yet.'],
    ['INTERVIEW', 'The interview is not completed yet.'],
  ] as const)('[API-42] a %s ends before the next stage begins', (kind, reason) => {
    const stages = stagesOf('FORM', kind, 'OFFER');
    const facts = { ...noApplicationContext, stages, stageKey: `${kind}-1` };
    expect(checkAt('MAKE_OFFER', 'STAFF', kind, facts)).toMatchObject({ isAllowed: false, reason });
  });
});

describe('who may do what', () => {
  test('[API-41] a visitor and a person whose application ended may apply; a person with an open one may not', () => {
    const mayApply = [null, ...statuses].filter((status) =>
      applyActions(status, findClosedReason('OPEN')).some(({ enabled }) => enabled),
    );
    expect(mayApply).toEqual([null, ...finalStatuses]);
  });

  test('[API-41] a job that is not open says why nobody may apply', () => {
    for (const status of ['PAUSED', 'CLOSED', 'FILLED', 'ARCHIVED'] as const) {
      const [apply] = applyActions(null, findClosedReason(status));
      expect(apply).toEqual({ action: 'APPLY', enabled: false, reason: expect.stringMatching(/\.$/) });
    }
  });

  test('[API-42] the candidate can withdraw from every open status, and staff for them with their reason', () => {
    for (const status of statuses) {
      const result = checkAt('WITHDRAW', 'CANDIDATE', status, noApplicationContext);
      expect(result.isAllowed).toBe(!isFinal(status));
      const forThem = { ...noApplicationContext, reasonCode: 'PAY' };
      expect(checkAt('WITHDRAW', 'STAFF', status, forThem).isAllowed).toBe(!isFinal(status));
      expect(checkAt('WITHDRAW', 'STAFF', status, noApplicationContext).isAllowed).toBe(false);
    }
  });

  test('[API-42] staff can reject and hold every submitted application, with a reason', () => {
    const facts = { ...noApplicationContext, reasonCode: 'SKILLS' };
    for (const status of statuses) {
      const isWithEmployer = !isFinal(status) && status !== 'STARTED';
      expect(checkAt('REJECT', 'STAFF', status, facts).isAllowed).toBe(isWithEmployer);
      expect(checkAt('HOLD', 'STAFF', status, facts).isAllowed).toBe(isWithEmployer && status !== 'ON_HOLD');
    }
    expect(checkAt('REJECT', 'STAFF', 'STARTED', facts)).toMatchObject({
      reason: 'The status of this application is “Started”, so it cannot be turned down.',
    });
    expect(checkAt('REJECT', 'STAFF', 'IN_REVIEW', noApplicationContext)).toMatchObject({
      because: 'hasReason',
    });
  });

  test('[API-42] staff shortlist a submitted application directly, also when the review was added later', () => {
    const stages = stagesOf('FORM', 'REVIEW', 'OFFER');
    expect(walk(stages, 'APPLY', 'SUBMIT', 'SHORTLIST')).toMatchObject({
      status: 'SHORTLISTED',
      stageKey: 'REVIEW-1',
    });
    const facts = { ...noApplicationContext, stages, stageKey: 'FORM-0' };
    expect(checkAt('SHORTLIST', 'STAFF', 'SUBMITTED', facts).isAllowed).toBe(true);
    expect(stageKeyAfter('SHORTLIST', 'SUBMITTED', facts)).toBe('REVIEW-1');
    expect(walk(stagesOf('FORM', 'OFFER'), 'APPLY', 'SUBMIT', 'SHORTLIST').reason).toContain('no review');
  });

  test('[API-42] staff reopen every final status but a withdrawal, with a reason, to the status before', () => {
    const facts = { ...noApplicationContext, reasonCode: 'MISTAKE', endedFrom: 'INTERVIEW' as const };
    for (const status of statuses) {
      const result = checkAt('REOPEN', 'STAFF', status, facts);
      expect(result.isAllowed).toBe(isFinal(status) && status !== 'WITHDRAWN');
      if (result.isAllowed) expect(result.to).toBe('INTERVIEW');
      expect(checkAt('REOPEN', 'CANDIDATE', status, facts)).toMatchObject({ because: 'ACTOR' });
    }
    expect(checkAt('REOPEN', 'STAFF', 'WITHDRAWN', facts)).toMatchObject({
      reason: 'The status of this application is “Withdrawn”, so it cannot be reopened.',
    });
  });

  test.each([
    [{ reasonCode: null }, 'hasReason'],
    [{ endedFrom: null }, 'hasPreviousStatus'],
    [{ hasOtherOpen: true }, 'isOnlyOpen'],
    [{ endedFrom: 'STARTED', isJobOver: true }, 'canStayOpen'],
  ] as const)('[API-42] nothing is reopened with %o', (more, because) => {
    const facts = {
      ...noApplicationContext,
      reasonCode: 'MISTAKE',
      endedFrom: 'INTERVIEW' as const,
      ...more,
    };
    expect(checkAt('REOPEN', 'STAFF', 'NOT_SELECTED', facts)).toMatchObject({ because });
  });

  test('[API-42] resuming returns to the status before the hold', () => {
    const facts = { ...noApplicationContext, heldFrom: 'SHORTLISTED' as const };
    expect(checkAt('RESUME', 'STAFF', 'ON_HOLD', facts)).toEqual({ isAllowed: true, to: 'SHORTLISTED' });
  });

  test('[API-42] submitting requires an open job, details and answers, checked in this order', () => {
    const facts: ApplicationGuardContext = {
      ...noApplicationContext,
      closedReason: 'This job no longer takes applications.',
      unanswered: ['Why do you want this job?'],
    };
    const because = (more: Partial<ApplicationGuardContext>) =>
      checkAt('SUBMIT', 'CANDIDATE', 'STARTED', { ...facts, ...more });
    expect(because({})).toMatchObject({ because: 'jobIsOpen' });
    const open = { closedReason: null };
    expect(because(open)).toMatchObject({ because: 'hasDetails' });
    const able = { ...open, hasDetails: true };
    expect(because(able)).toMatchObject({ because: 'isComplete' });
    expect(because({ ...able, unanswered: [] })).toEqual({ isAllowed: true, to: 'SUBMITTED' });
  });

  test('only the system can expire an application, and only a draft past its time', () => {
    const facts = { ...noApplicationContext, hasRunOut: true };
    for (const status of statuses)
      expect(checkAt('EXPIRE', 'SYSTEM', status, facts).isAllowed).toBe(status === 'STARTED');
    expect(checkAt('EXPIRE', 'STAFF', 'STARTED', facts)).toMatchObject({ because: 'ACTOR' });
    expect(checkAt('EXPIRE', 'SYSTEM', 'STARTED', noApplicationContext).isAllowed).toBe(false);
  });
});

test('[API-41] a job opens only with stages that an application can go through', () => {
  expect(stagesProblem(stagesOf('FORM', 'REVIEW', 'OFFER'))).toBeNull();
  for (const kinds of [
    ['REVIEW', 'OFFER'],
    ['FORM', 'REVIEW'],
    ['FORM', 'FORM', 'OFFER'],
    [],
  ] as StageKind[][])
    expect(stagesProblem(stagesOf(...kinds))).toMatch(/\.$/);
  const twice = stagesOf('FORM', 'OFFER').map((stage) => ({ ...stage, key: 'same' }));
  expect(stagesProblem(twice)).toBe('Two stages have the same key.');
});

test('[API-42] every status has a label and a description', () => {
  const now = new Date('2026-11-20T06:00:00Z');
  for (const status of statuses)
    expect(statusSentence({ status, now, expiresAt: new Date('2026-12-20T06:00:00Z') })).toMatch(/\.$/);
});

test('a started application counts down its thirty days', () => {
  const expiresAt = new Date('2026-12-20T06:00:00Z');
  const sentence = (now: string) => statusSentence({ status: 'STARTED', expiresAt, now: new Date(now) });
  expect(startedLifetimeDays).toBe(30);
  expect(sentence('2026-11-20T06:00:00Z')).toContain('30 days');
  expect(sentence('2026-12-19T06:00:00Z')).toContain('one more day');
  expect(sentence('2026-12-20T05:00:00Z')).toContain('last day');
});

const stages = stagesOf('FORM', 'REVIEW', 'OFFER');
const states = (stageKey: string, status: ApplicationStatus) =>
  timelineOf(stages, stageKey, status).map(({ state }) => state);

test('[API-42] the timeline shows past, current and future stages', () => {
  expect(states('FORM-0', 'STARTED')).toEqual(['CURRENT', 'UPCOMING', 'UPCOMING']);
  expect(states('REVIEW-1', 'IN_REVIEW')).toEqual(['DONE', 'CURRENT', 'UPCOMING']);
  expect(states('OFFER-2', 'HIRED')).toEqual(['DONE', 'DONE', 'DONE']);
});

test('[API-42] an application that ended shows at which stage', () => {
  for (const status of statuses.filter((one) => isFinal(one) && one !== 'HIRED'))
    expect(states('REVIEW-1', status)).toEqual(['DONE', 'ENDED', 'UPCOMING']);
});

test('the number contains the year in India and may have more than five digits', () => {
  expect(applicationNumber(817, new Date('2026-06-01T00:00:00Z'))).toBe('MS-26-00817');
  expect(applicationNumber(817, new Date('2026-12-31T18:30:00Z'))).toBe('MS-27-00817');
  expect(applicationNumber(123_456, new Date('2026-06-01T00:00:00Z'))).toBe('MS-26-123456');
});
