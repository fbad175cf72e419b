import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keysOf } from '#lib/domain/core/record.ts';
import { applicationTable } from '#lib/domain/hiring/applications/application-flow.ts';
import { formatNotification } from '#lib/domain/hiring/applications/application-notifications.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import { nextStepOf } from '#lib/domain/hiring/applications/next-step.ts';
import {
  interviewStatusLabels,
  interviewTable,
  isJoinTime,
} from '#lib/domain/hiring/appointments/interview-flow.ts';
import { trainingStatusLabels, trainingTable } from '#lib/domain/hiring/appointments/training-flow.ts';

const now = new Date('2026-11-20T06:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const noTime = { startsAt: null, endsAt: null, timeZone: null, canJoin: false };
const inputs: Parameters<typeof nextStepOf>[0] = {
  number: 'MS-26-00817',
  contactEmail: 'support@liftoff.example',
  status: 'SUBMITTED',
  expiresAt: at(720),
  replyDueAt: null,
  repliedAt: null,
  closedReason: null,
  training: { status: 'NOT_REQUIRED', ...noTime },
  interview: { status: 'NOT_REQUIRED', ...noTime },
  offer: null,
  allowedActions: [],
  viewerTimeZone: 'Asia/Kolkata',
  now,
};

const anyTime = fc.record({
  startsAt: fc.option(fc.integer({ min: -48, max: 48 }).map(at)),
  endsAt: fc.option(fc.integer({ min: -48, max: 48 }).map(at)),
  timeZone: fc.option(fc.constant('Asia/Kolkata')),
  canJoin: fc.boolean(),
});
const anyInputs = fc
  .record({
    status: fc.constantFrom(...keysOf(applicationStatusLabels)),
    closedReason: fc.option(fc.constant('The employer has paused applications for this job.')),
    trainingStatus: fc.constantFrom(...keysOf(trainingStatusLabels)),
    interviewStatus: fc.constantFrom(...keysOf(interviewStatusLabels)),
    training: anyTime,
    interview: anyTime,
    offer: fc.option(
      fc.constant({
        joiningOn: '2026-12-14',
        location: 'Pune',
        workMode: 'HYBRID' as const,
        expiresAt: at(48),
      }),
    ),
    allowedActions: fc.subarray(
      [
        'SUBMIT',
        'EDIT',
        'SETUP_TRAINING',
        'SCHEDULE_INTERVIEW',
        'RESCHEDULE_INTERVIEW',
        'ACCEPT_OFFER',
      ].flatMap((action) => [
        { action, enabled: true, reason: null },
        { action, enabled: false, reason: 'No.' },
      ]),
    ),
  })
  .map(({ trainingStatus, interviewStatus, ...one }) => ({
    ...inputs,
    ...one,
    training: { status: trainingStatus, ...one.training },
    interview: { status: interviewStatus, ...one.interview },
  }));

test('[API-42] every status has a text', () => {
  for (const status of keysOf(applicationStatusLabels))
    expect(nextStepOf({ ...inputs, status }).text).toMatch(/^[A-Z].*\.$/);
});

test('[API-42] the reply is promised until its deadline, and then shown as late', () => {
  expect(nextStepOf({ ...inputs, replyDueAt: at(24) })).toMatchObject({
    text: 'We have your application. You get a reply by 21 Nov 2026, 11:30 am IST.',
    deadlineAt: at(24),
  });
  expect(nextStepOf({ ...inputs, replyDueAt: at(-1) }).text).toContain(
    'The reply is late. Write to support@liftoff.example with the number MS-26-00817.',
  );
});

test('[API-42] after a reply nothing is promised or shown as late', () => {
  for (const replyDueAt of [at(24), at(-1)])
    expect(nextStepOf({ ...inputs, replyDueAt, repliedAt: at(-2) })).toMatchObject({
      text: 'We have your application.',
      deadlineAt: null,
    });
});

test('[API-43] a future interview has its time, and offers a move while that is allowed', () => {
  const step = (enabled: boolean, viewerTimeZone = 'Asia/Kolkata') =>
    nextStepOf({
      ...inputs,
      status: 'INTERVIEW',
      interview: {
        status: 'SCHEDULED',
        startsAt: at(30),
        endsAt: at(31),
        timeZone: 'Asia/Kolkata',
        canJoin: false,
      },
      allowedActions: [{ action: 'RESCHEDULE_INTERVIEW', enabled, reason: null }],
      viewerTimeZone,
    });
  expect(step(true)).toMatchObject({ action: 'RESCHEDULE_INTERVIEW', deadlineAt: at(26) });
  expect(step(false)).toMatchObject({ action: null, deadlineAt: at(30) });
  expect(step(true, 'US/Central').text).toBe(
    'Your interview is on 21 Nov 2026, 5:30 pm IST (your time 6:00 am CST).',
  );
});

test('[API-43] [API-42] while the join link is available the next step is to join', () => {
  const step = (status: 'INTERVIEW' | 'TRAINING', starts: number, ends: number) => {
    const time = { startsAt: at(starts), endsAt: at(ends), timeZone: 'Asia/Kolkata' };
    const canJoin = isJoinTime(time, now);
    return nextStepOf({
      ...inputs,
      status,
      interview: { status: 'SCHEDULED', ...time, canJoin },
      training: { status: starts > 0 ? 'SCHEDULED' : 'IN_PROGRESS', ...time, canJoin },
    });
  };
  const now21 = '20 Nov 2026, 11:40 am IST';
  expect(step('INTERVIEW', 1 / 6, 1)).toMatchObject({
    text: `Your interview is on ${now21}.`,
    action: 'JOIN',
  });
  expect(step('INTERVIEW', 0, 1)).toEqual({
    text: 'Your interview is now.',
    action: 'JOIN',
    deadlineAt: at(1),
  });
  expect(step('INTERVIEW', -1, 0)).toMatchObject({ text: expect.stringContaining('is over'), action: null });
  expect(step('INTERVIEW', 1, 2)).toMatchObject({ action: null });
  expect(step('TRAINING', 1 / 6, 48)).toMatchObject({
    text: `Your training begins on ${now21}.`,
    action: 'JOIN',
  });
  expect(step('TRAINING', -1, 48)).toMatchObject({
    text: 'You are in training for this job.',
    action: 'JOIN',
  });
  expect(step('TRAINING', -48, -1)).toMatchObject({
    text: expect.stringContaining('is over'),
    action: null,
  });
});

test('[API-41] [API-42] a draft of a paused job says so, and can be edited', () => {
  const closedReason = 'The employer has paused applications for this job.';
  const step = nextStepOf({
    ...inputs,
    status: 'STARTED',
    closedReason,
    allowedActions: [
      { action: 'EDIT', enabled: true, reason: null },
      { action: 'SUBMIT', enabled: false, reason: closedReason },
    ],
  });
  expect(step).toMatchObject({ text: expect.stringMatching(/paused applications/), action: 'EDIT' });
});

test('[API-42] [API-43] the next step is always an allowed action', () => {
  fc.assert(
    fc.property(anyInputs, (one) => {
      const { action } = nextStepOf(one);
      const enabled = one.allowedActions.filter((allowed) => allowed.enabled).map((each) => each.action);
      if (one.interview.canJoin || one.training.canJoin) enabled.push('JOIN');
      expect([null, ...enabled]).toContain(action);
    }),
  );
});

test('[API-42] an offer is answered by a time, and after it the first day is named', () => {
  const offer = { joiningOn: '2026-12-14', location: 'Pune', workMode: 'HYBRID' as const, expiresAt: at(48) };
  const accept = [{ action: 'ACCEPT_OFFER', enabled: true, reason: null }];
  expect(nextStepOf({ ...inputs, status: 'OFFERED', offer, allowedActions: accept })).toEqual({
    text: 'You have an offer for this job. Accept or decline it by 22 Nov 2026, 11:30 am IST.',
    action: 'ACCEPT_OFFER',
    deadlineAt: at(48),
  });
  expect(nextStepOf({ ...inputs, status: 'OFFERED' }).text).toBe('The employer is preparing your offer.');
  expect(nextStepOf({ ...inputs, status: 'OFFER_ACCEPTED', offer }).text).toBe(
    'You have accepted the offer for this job. Your first day is 14 Dec 2026, in Pune.',
  );
  const remote = { ...offer, workMode: 'REMOTE' as const };
  expect(nextStepOf({ ...inputs, status: 'OFFER_ACCEPTED', offer: remote }).text).toMatch(
    /is 14 Dec 2026\.$/,
  );
});

test('[API-42] the join link is shown from 15 minutes before the start until the end', () => {
  const slot = { startsAt: at(1), endsAt: at(1.5) };
  const after = (minutes: number) => isJoinTime(slot, new Date(at(1).getTime() + minutes * 60_000));
  expect([-16, -15, 0, 29, 30].map(after)).toEqual([false, true, true, true, false]);
});

test('[API-42] every transition except a few quiet ones notifies the candidate, in one SMS', () => {
  const quiet = ['APPLY', 'EDIT', 'REQUIRE_TRAINING', 'BEGIN_TRAINING', 'INVITE'];
  const actions = [...applicationTable, ...trainingTable, ...interviewTable].map(({ action }) => action);
  for (const action of actions) {
    const notification = formatNotification(action, {
      job: 'Accounts payable associate at Sarvalane Operations',
      stageTitle: 'Interview',
      time: '30 Nov 2026, 6:00 pm IST',
      previousTime: '29 Nov 2026, 6:00 pm IST',
      appointment: 'INTERVIEW',
      offer: {
        pay: '₹3,60,000 a year',
        joiningOn: '14 Dec 2026',
        place: ', in Bengaluru',
        until: '30 Nov 2026, 11:59 pm IST',
      },
    });
    expect([action, notification === null]).toEqual([action, quiet.includes(action)]);
    if (!notification) continue;
    expect(notification.subject).toMatch(/^[A-Z][^.]{5,60}$/);
    expect(notification.text).toMatch(/^[A-Z].*[.!]$/);
    expect(notification.text).not.toMatch(/null|undefined/);
    expect(notification.text.length).toBeLessThan(200);
  }
});
