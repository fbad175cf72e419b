import { describe, expect, it } from 'vitest';
import { shareText, smallNumberText } from '#lib/domain/staff/reports/hiring-funnel.ts';
import { durationText } from '#lib/domain/staff/reports/reply-times.ts';
import { reportHref, reportListHref, weekFilter } from '#lib/domain/staff/reports/report-links.ts';
import { periodOf, resolvePeriod } from '#lib/domain/staff/reports/report-period.ts';

describe('the period of a report', () => {
  it.each([
    ['7', '2026-11-23', '2026-11-17'],
    ['30', '2026-03-01', '2026-01-31'],
    ['90', '2026-11-23', '2026-08-26'],
    ['quarter', '2026-11-23', '2026-10-01'],
    ['quarter', '2026-03-31', '2026-01-01'],
    ['quarter', '2026-04-01', '2026-04-01'],
  ] as const)('[API-42] %s on %s begins on %s', (name, today, from) => {
    expect(periodOf(name, today)).toEqual({ from, to: today });
  });

  it('[API-42] may have one day only, and a year with its leap day', () => {
    const today = '2026-11-23';
    expect(resolvePeriod({ from: '2026-11-20', to: '2026-11-20', period: '7' }, today).days).toEqual({
      ...{ from: '2026-11-20', to: '2026-11-20' },
    });
    expect(resolvePeriod({ from: '2026-11-20' }, today).days?.to).toBe(today);
    expect(resolvePeriod({ to: '2026-11-20' }, today).days?.from).toBe('2026-10-22');
    expect(resolvePeriod({ from: '2024-01-01', to: '2024-12-31' }, today).fields).toBeNull();
    expect(resolvePeriod({ from: '2024-01-01', to: '2025-01-01' }, today).fields).toHaveProperty('from');
  });
});

it('[API-42] small numbers have no shares', () => {
  expect([shareText(3, 9), shareText(5, 10), shareText(0, 0)]).toEqual([null, '50%', null]);
  expect([0, 1, 3, 10].map((count) => smallNumberText(count))).toEqual([
    ...[null, '1 application: too few to compare', '3 applications: too few to compare', null],
  ]);
});

it('[API-42] durations are in their best unit', () => {
  expect([0.25, 5.25, 47.9, 60].map(durationText)).toEqual(['15 min', '5.3 h', '47.9 h', '2.5 days']);
});

it('[API-42] a number leads to its list with the same filters', () => {
  const query = { period: '90', jobId: 'x', by: 'JOB' };
  expect(reportHref(query, { period: '7' })).toBe('/staff/reports/hiring/?period=7&jobId=x&by=JOB');
  expect(reportListHref(query, { reached: 'OFFER' })).toBe(
    '/staff/reports/hiring/applications/?period=90&jobId=x&reached=OFFER',
  );
  expect(weekFilter('2026-11-02', '2026-11-08', { from: '2026-11-04', to: '2026-11-06' })).toEqual({
    ...{ period: undefined, from: '2026-11-04', to: '2026-11-06' },
  });
});
