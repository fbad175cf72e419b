import { expect, it } from 'vitest';
import { migrations } from '#lib/server/db/migrations/index.ts';

/** The migrations of the last release, which databases have had. A release adds its own; nobody else changes this list. */
const released = [
  '001-accounts',
  '002-messages',
  '003-jobs',
  '004-sessions',
  '010-leads',
  '011-mailboxes',
  '020-portfolios',
  '021-media',
  '030-moonshot',
  '031-staff',
  '032-submitted-resume',
  '033-time-bounds',
  '034-otp-expiry',
  '035-message-budgets',
  '036-share-addresses',
  '037-email-verification',
  '038-enrolments',
  '039-consents',
  '040-today',
  '042-leads',
  '046-staff-actions',
  '048-notifications',
  '049-reminders',
  '050-interviewers',
  '050-undo-invites',
  '051-scorecards',
  '052-offers',
  '053-staff-search',
  '054-agenda',
  '055-lead-conversion',
  '056-lead-webhook',
  '057-placements',
  '058-employer-links',
  '059-batch-work',
  '060-message-log',
  '061-saved-jobs',
  '062-residence',
  '066-lead-times',
  '067-link-expiry',
  '068-application-owners',
  '069-message-templates',
  '071-place-openings',
  '072-application-city',
  '072-application-city-index',
  '073-employers',
  '074-report-indexes',
  '075-job-names',
  '076-portfolio-cover',
  '077-delivery-reports',
  '080-events',
  '084-scholarships',
  '085-mastery',
  '087-mock-interviews',
  '088-phone-endings',
];
const names = Object.keys(migrations).toSorted();

it('every released migration is there, under the name that databases have stored', () => {
  expect(names.slice(0, released.length)).toEqual(released);
});

it('a new migration sorts after all released ones, because the migrator refuses another order', () => {
  const last = released.at(-1) ?? '';
  expect(names.slice(released.length).filter((name) => name <= last)).toEqual([]);
});

it('names begin with three digits, so that they sort as numbers', () => {
  expect(names.filter((name) => !/^\d{3}-[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
});
