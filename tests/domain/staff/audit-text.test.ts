import { expect, it } from 'vitest';
import { auditAction, auditDetails, auditSubject } from '#lib/domain/staff/audit-text.ts';

const day = (at: Date) => `day ${at.getUTCDate()}`;

it('[C-40] an action is told in words, and stands as it is where there are none', () => {
  expect(['application.REJECT', 'job.OPEN', 'applications.EXPORT', 'job.MELT'].map(auditAction)).toEqual([
    'Turn down',
    'Open for applications',
    'Export applications',
    'job.MELT',
  ]);
  expect([auditSubject('export'), auditSubject('role')]).toEqual(['CSV file', 'Role']);
});

it('[C-40] a change of status says from what to what, and its reason', () => {
  const details = { from: 'IN_REVIEW', to: 'NOT_SELECTED', reasonCode: 'OTHER' };
  expect(auditDetails(details, day)).toEqual(['In review → Not selected', 'Reason: Another reason']);
  expect(auditDetails({ from: null, to: 'SCHEDULED', reasonCode: null }, day)).toEqual(['Scheduled']);
});

it('[C-40] changed fields are named, with what they were where that was kept', () => {
  expect(auditDetails({ fields: ['applyBy', 'workMode'] }, day)).toEqual(['Last day to apply, Work mode']);
  const changed = {
    fields: ['capacity', 'startsAt', 'joinUrl'],
    from: { capacity: 20, startsAt: '2026-11-21T10:00:00.000Z', joinUrl: null },
    to: { capacity: 42, startsAt: '2026-11-24T10:00:00.000Z', joinUrl: 'https://meet.example/a' },
  };
  expect(auditDetails(changed, day)).toEqual([
    'Seats: 20 → 42',
    'Beginning: day 21 → day 24',
    'Link to join: none → https://meet.example/a',
  ]);
});

it('[C-40] what came of it is told, and what was not asked for is left out', () => {
  expect(auditDetails({ created: 4, fromDate: '2026-11-21', search: '' }, day)).toEqual([
    'Made: 4',
    'From: 2026-11-21',
  ]);
  expect(auditDetails({}, day)).toEqual([]);
});
