import { expect, test } from 'vitest';
import { applicationStatusLabels, applicationTable } from '../../src/lib/domain/application-flow.ts';
import { newsOf } from '../../src/lib/domain/application-news.ts';
import { interviewTable, isJoinTime } from '../../src/lib/domain/interview-flow.ts';
import { keysOf } from '../../src/lib/domain/job.ts';
import { nextStepOf } from '../../src/lib/domain/next-step.ts';
import { trainingTable } from '../../src/lib/domain/training-flow.ts';

const now = new Date('2026-11-20T06:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const standing: Parameters<typeof nextStepOf>[0] = {
  status: 'SUBMITTED',
  expiresAt: at(720),
  replyDueAt: null,
  training: { status: 'NOT_REQUIRED', startsAt: null, timeZone: null },
  interview: { status: 'NOT_REQUIRED', startsAt: null, timeZone: null, reschedulesUsed: 0 },
  viewerTimeZone: 'Asia/Kolkata',
  now,
};

test('[API-42] every status has a sentence', () => {
  for (const status of keysOf(applicationStatusLabels))
    expect(nextStepOf({ ...standing, status }).text).toMatch(/^[A-Z].*\.$/);
});

test('[API-42] the reply is promised until it is late, and then said to be late', () => {
  expect(nextStepOf({ ...standing, replyDueAt: at(24) })).toMatchObject({
    text: 'Your application is with the employer. You get a reply by 21 Nov 2026, 11:30 am IST.',
    deadlineAt: at(24),
  });
  expect(nextStepOf({ ...standing, replyDueAt: at(-1) }).text).toContain('The reply is late');
});

test('[API-43] an interview may be moved until four hours before, twice', () => {
  const step = (startsIn: number, reschedulesUsed: number, viewerTimeZone = 'Asia/Kolkata') =>
    nextStepOf({
      ...standing,
      status: 'INTERVIEW',
      interview: { status: 'SCHEDULED', startsAt: at(startsIn), timeZone: 'Asia/Kolkata', reschedulesUsed },
      viewerTimeZone,
    });
  expect(step(30, 0)).toMatchObject({ action: 'RESCHEDULE_INTERVIEW', deadlineAt: at(26) });
  expect(step(30, 2)).toMatchObject({ action: null, deadlineAt: at(30) });
  expect(step(3, 0)).toMatchObject({ action: null, deadlineAt: at(3) });
  expect(step(30, 0, 'US/Central').text).toBe(
    'Your interview is on 21 Nov 2026, 5:30 pm IST (your time 6:00 am CST).',
  );
});

test('[API-42] the link to join is shown from 15 minutes before until the end', () => {
  const slot = { startsAt: at(1), endsAt: at(1.5) };
  const after = (minutes: number) => isJoinTime(slot, new Date(at(1).getTime() + minutes * 60_000));
  expect([-16, -15, 0, 29, 30].map(after)).toEqual([false, true, true, true, false]);
});

test('[API-42] every change that is not the candidate’s own screen tells them, in a sentence of one SMS', () => {
  const quiet = ['APPLY', 'EDIT', 'REQUIRE_TRAINING', 'BEGIN_TRAINING', 'INVITE'];
  const actions = [...applicationTable, ...trainingTable, ...interviewTable].map(({ action }) => action);
  for (const action of actions) {
    const news = newsOf(action, {
      job: 'Accounts payable associate at Sarvalane Operations',
      stageTitle: 'Interview',
      when: '30 Nov 2026, 6:00 pm IST',
      before: '29 Nov 2026, 6:00 pm IST',
      appointment: 'INTERVIEW',
    });
    expect([action, news === null]).toEqual([action, quiet.includes(action)]);
    if (!news) continue;
    expect(news.subject).toMatch(/^[A-Z][^.]{5,60}$/);
    expect(news.text).toMatch(/^[A-Z].*[.!]$/);
    expect(news.text).not.toMatch(/null|undefined/);
    expect(news.text.length).toBeLessThan(200);
  }
});
