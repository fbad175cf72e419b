import { dateText, dateTimeText } from '#lib/domain/core/time-text.ts';
import type { ScholarshipStatus } from './scholarship-flow.ts';
import { lastStartOf, scholarshipPolicy } from './scholarship-policy.ts';

/** The facts of a registration that its texts name. */
export interface ScholarshipFacts {
  registrationNumber: string;
  programName: string;
  startsAt: Date | null;
  /** The end of a test that has begun. */
  endsAt: Date | null;
  score: number | null;
  sharePercent: number;
  expiresAt: Date | null;
  isAwardUsed: boolean;
  /** IANA, of the reader. */
  timeZone: string;
  now: Date;
}

const { durationMinutes, questionCount, lateStartMinutes, timeZone: testZone } = scholarshipPolicy;

const timeOf = (at: Date, { timeZone }: ScholarshipFacts): string => dateTimeText(at, testZone, timeZone);

/** Returns the status in one or two sentences, with what to do next. */
export function describeScholarshipStep(status: ScholarshipStatus, facts: ScholarshipFacts): string {
  switch (status) {
    case 'REGISTERED':
      return 'Choose a time for your test.';
    case 'SLOT_BOOKED':
      return describeTestTime(facts);
    case 'AWARDED':
      return describeAward(facts);
    case 'NOT_AWARDED':
      return `${scoreText(facts)} This is no award. You can still reserve a seat at the full fee.`;
    default:
      return 'Your test is being marked.';
  }
}

function describeTestTime(facts: ScholarshipFacts): string {
  const { startsAt, endsAt, now } = facts;
  if (endsAt) return `Your test has begun. It ends on ${timeOf(endsAt, facts)}.`;
  if (!startsAt) return 'Choose a time for your test.';
  if (now < startsAt)
    return `Your test: ${timeOf(startsAt, facts)}. It takes ${durationMinutes} minutes. Start it at that time or within ${lateStartMinutes} minutes.`;
  return now < lastStartOf(startsAt)
    ? `Your test is open. Start it before ${timeOf(lastStartOf(startsAt), facts)}.`
    : 'You missed the time of your test. Choose another time.';
}

function describeAward(facts: ScholarshipFacts): string {
  const { sharePercent, programName, expiresAt, isAwardUsed, timeZone, now } = facts;
  const award = `${scoreText(facts)} You pay ${sharePercent}% less for ${programName}.`;
  if (isAwardUsed) return `${award} It is taken off the fee of your seat.`;
  if (!expiresAt) return award;
  return expiresAt <= now
    ? `${award} You could use it until ${dateText(expiresAt, timeZone)}.`
    : `${award} Reserve a seat before ${dateText(expiresAt, timeZone)}.`;
}

const scoreText = ({ score }: ScholarshipFacts): string =>
  `${score ?? 0} of ${questionCount} answers are right.`;

/** Returns how often a person can still choose another time; null before the first one is booked. */
export function describeChangesLeft(changesLeft: number | null): string {
  if (changesLeft === null) return `You can change it ${scholarshipPolicy.slotChanges} times.`;
  if (changesLeft === 0) return 'You have no changes left. If you miss this time, you can choose another.';
  return `You can change your time ${changesLeft} more ${changesLeft === 1 ? 'time' : 'times'}.`;
}

export type ScholarshipNotice = 'REGISTERED' | 'BOOKED' | 'REMIND' | 'RESULT' | 'CHANGED';

/** Formats the message about a change: the subject of its email, and its text. */
export function formatScholarshipNotification(
  notice: ScholarshipNotice,
  status: ScholarshipStatus,
  facts: ScholarshipFacts,
): { subject: string; text: string } {
  const { registrationNumber, programName } = facts;
  const step = describeScholarshipStep(status, facts);
  switch (notice) {
    case 'REGISTERED':
      return {
        subject: `Scholarship test: ${registrationNumber}`,
        text: `You are registered for the scholarship test of ${programName}, number ${registrationNumber}. ${step}`,
      };
    case 'BOOKED':
      return {
        subject: `Your scholarship test: ${registrationNumber}`,
        text: `${registrationNumber}: ${step}`,
      };
    case 'REMIND':
      return { subject: 'Your scholarship test is soon', text: `${registrationNumber}: ${step}` };
    case 'RESULT':
      return { subject: `Your test result: ${registrationNumber}`, text: `${registrationNumber}: ${step}` };
    case 'CHANGED':
      return {
        subject: `Your test result was changed: ${registrationNumber}`,
        text: `${registrationNumber}: we changed your result. ${step}`,
      };
  }
}
