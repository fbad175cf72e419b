import { expect, it } from 'vitest';
import {
  findAuditPage,
  formatAuditAction,
  formatAuditDetails,
  formatAuditSubject,
} from '#lib/domain/staff/audit-text.ts';
import { excerptChange } from '#lib/domain/staff/excerpt-change.ts';

const day = (at: Date) => `day ${at.getUTCDate()}`;

it('[C-40] an action has a label, or its own name if it has none', () => {
  expect(
    ['application.REJECT', 'job.OPEN', 'applications.EXPORT', 'job.MELT'].map(formatAuditAction),
  ).toEqual(['Reject', 'Open for applications', 'Export applications', 'job.MELT']);
  expect([formatAuditSubject('export'), formatAuditSubject('role')]).toEqual(['CSV file', 'Role']);
});

it('[C-40] a change of status shows both statuses and its reason', () => {
  const details = { from: 'IN_REVIEW', to: 'NOT_SELECTED', reasonCode: 'OTHER' };
  expect(formatAuditDetails(details, day)).toEqual(['In review → Not selected', 'Reason: Another reason']);
  expect(formatAuditDetails({ from: null, to: 'SCHEDULED', reasonCode: null }, day)).toEqual(['Scheduled']);
});

it('[C-40] changed fields are named, with the old values if they were recorded', () => {
  expect(formatAuditDetails({ fields: ['applyBy', 'workMode'] }, day)).toEqual([
    'Last day to apply, Work mode',
  ]);
  const changed = {
    fields: ['capacity', 'startsAt', 'joinUrl'],
    from: { capacity: 20, startsAt: '2026-11-21T10:00:00.000Z', joinUrl: null },
    to: { capacity: 42, startsAt: '2026-11-24T10:00:00.000Z', joinUrl: 'https://meet.example/a' },
  };
  expect(formatAuditDetails(changed, day)).toEqual([
    'Seats: 20 → 42',
    'Beginning: day 21 → day 24',
    'Link to join: none → https://meet.example/a',
  ]);
});

it('[C-40] of long texts only what differs is shown, and no character is cut in two', () => {
  expect(excerptChange('Days', 'Nights')).toEqual(['Days', 'Nights']);
  const long = `${'🙂'.repeat(90)} Monday to Friday. ${'b'.repeat(90)}`;
  const [from, to] = excerptChange(long, long.replace('Friday', 'Saturday'));
  expect([from, to].map((text) => text.isWellFormed())).toEqual([true, true]);
  expect(to).toContain('Monday to Saturday.');
  expect(to.startsWith('…') && to.endsWith('…') && to.length < 100).toBe(true);
  const changed = { from: { stages: 'One\nTwo' }, to: { stages: 'One\nThree' } };
  expect(formatAuditDetails(changed, day)).toEqual(['Stages: One / Two → One / Three']);
});

it('[C-40] outcomes are shown, and empty filters are left out', () => {
  expect(formatAuditDetails({ created: 4, fromDate: '2026-11-21', search: '' }, day)).toEqual([
    'Made: 4',
    'From: 2026-11-21',
  ]);
  expect(formatAuditDetails({}, day)).toEqual([]);
});

it('[C-40] an export shows what was searched for as it was typed, also a time that is none and names of objects', () => {
  for (const search of ['2026-13-01T', '2026-99-99T99:99:99Z', 'constructor', '__proto__', 'toString'])
    expect(formatAuditDetails({ search }, day)).toEqual([`Search: ${search}`]);
  expect(formatAuditAction('constructor.name')).toBe('constructor.name');
  expect(formatAuditAction('application.constructor')).toBe('application.constructor');
  expect(formatAuditSubject('constructor')).toBe('Constructor');
  expect(formatAuditDetails({ constructor: 'x', reasonCode: 'toString' }, day)).toEqual([
    'Constructor: x',
    'Reason: toString',
  ]);
});

it('[C-40] a value and the one before it are one detail, with money and days as people write them', () => {
  const details = {
    ...{ annualPay: 560_000, previousAnnualPay: 540_000, joiningOn: '2026-12-14', previousJoiningOn: null },
    ...{ startsAt: '2026-11-24T10:00:00.000Z', previousStartsAt: '2026-11-21T10:00:00.000Z' },
    ...{ owner: null, previousOwner: 'Kavita Menon', method: 'BANK_TRANSFER', kind: 'application-update' },
  };
  expect(formatAuditDetails(details, day)).toEqual([
    'Pay per year: 5,40,000 → 5,60,000',
    'First day: 14 Dec 2026',
    'Beginning: day 21 → day 24',
    'Owner: Kavita Menon → none',
    'Method: Bank transfer',
    'Kind: Update about an application',
  ]);
});

it('[C-40] a message that was sent again has its channels by name', () => {
  const details = { medium: 'WHATSAPP', kind: 'reminder', channel: 'sms' };
  expect(formatAuditDetails(details, day)).toEqual([
    'Had gone by: WhatsApp',
    'Kind: Reminder',
    'Sent again by: SMS',
  ]);
});

it('[C-40] a record leads to its page, where there is one', () => {
  expect(findAuditPage('employerAnswer', '7')).toBe('/staff/applications/7/');
  expect([findAuditPage('role', '7'), findAuditPage('constructor', '7')]).toEqual([null, null]);
});

it('[C-40] an import of spend says in words what it did with earlier amounts', () => {
  expect(formatAuditDetails({ mode: 'REPLACE', rows: 2 }, day)).toEqual([
    'Mode: Replace amounts of the same day, source and campaign',
    'Rows: 2',
  ]);
});
