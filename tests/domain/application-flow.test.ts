import { expect, test } from 'vitest';
import {
  type ApplicationStatus,
  allowedActions,
  applicationNumber,
  applicationStatusLabels,
  isFinal,
  startedLifetimeDays,
  statusSentence,
  timelineOf,
  transitionOf,
} from '../../src/lib/domain/application-flow.ts';
import { keysOf, type Stage, whyClosed } from '../../src/lib/domain/job.ts';

const open = { closedReason: whyClosed('OPEN') };
const statuses = keysOf(applicationStatusLabels);

test('[API-41] a visitor and a person whose application ended may apply; anybody else has one open', () => {
  const mayApply = [null, ...statuses].filter((status) =>
    allowedActions(status, open).some(({ action, enabled }) => action === 'APPLY' && enabled),
  );
  expect(mayApply).toEqual([null, 'HIRED', 'NOT_SELECTED', 'WITHDRAWN', 'EXPIRED']);
});

test('[API-41] a job that is not open says why nobody may apply', () => {
  for (const status of ['PAUSED', 'CLOSED', 'FILLED', 'ARCHIVED'] as const) {
    const [apply] = allowedActions(null, { closedReason: whyClosed(status) });
    expect(apply).toEqual({ action: 'APPLY', enabled: false, reason: expect.stringMatching(/\.$/) });
  }
});

test('only the system expires, and only what was started', () => {
  expect(transitionOf('EXPIRE')).toEqual({
    action: 'EXPIRE',
    from: ['STARTED'],
    to: 'EXPIRED',
    by: 'SYSTEM',
  });
  for (const status of statuses)
    expect(allowedActions(status, open).map(({ action }) => action)).not.toContain('EXPIRE');
});

test('[API-42] every status has a label and a sentence', () => {
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

const stages: Stage[] = [
  { key: 'form', title: 'Your details', kind: 'FORM' },
  { key: 'review', title: 'Review', kind: 'REVIEW' },
  { key: 'offer', title: 'Offer', kind: 'OFFER' },
];
const states = (stageKey: string, status: ApplicationStatus) =>
  timelineOf(stages, stageKey, status).map(({ state }) => state);

test('[API-42] the timeline marks what is done, where the candidate is, and what comes', () => {
  expect(states('form', 'STARTED')).toEqual(['CURRENT', 'UPCOMING', 'UPCOMING']);
  expect(states('review', 'IN_REVIEW')).toEqual(['DONE', 'CURRENT', 'UPCOMING']);
  expect(states('offer', 'HIRED')).toEqual(['DONE', 'DONE', 'DONE']);
});

test('an application that ended has no current stage', () => {
  for (const status of statuses.filter(isFinal)) expect(states('review', status)).not.toContain('CURRENT');
});

test('the number carries the year in India and grows past five digits', () => {
  expect(applicationNumber(817, new Date('2026-06-01T00:00:00Z'))).toBe('MS-26-00817');
  expect(applicationNumber(817, new Date('2026-12-31T18:30:00Z'))).toBe('MS-27-00817');
  expect(applicationNumber(123_456, new Date('2026-06-01T00:00:00Z'))).toBe('MS-26-123456');
});
