import { isCalendarDay } from '#lib/domain/core/calendar.ts';
import { findOwn, isRecord } from '#lib/domain/core/record.ts';
import { dayText } from '#lib/domain/core/time-text.ts';
import {
  enrolmentReasons,
  enrolmentStatusLabels,
  seatRestoredReasons,
} from '#lib/domain/enrolment/enrolment-flow.ts';
import { paymentMethodLabels } from '#lib/domain/enrolment/fee.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import { reopenReasons, staffReasons, withdrawalReasons } from '#lib/domain/hiring/applications/reasons.ts';
import { attendanceLabels } from '#lib/domain/hiring/appointments/attendance.ts';
import { interviewStatusLabels } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { recommendationLabels } from '#lib/domain/hiring/appointments/scorecard.ts';
import { trainingStatusLabels } from '#lib/domain/hiring/appointments/training-flow.ts';
import { jobStatusLabels } from '#lib/domain/hiring/jobs/job.ts';
import { registrationStatusLabels } from '#lib/domain/hiring/registration/registration-flow.ts';
import { lostReasons } from '#lib/domain/leads/lead-attempt.ts';
import { leadStatusLabels } from '#lib/domain/leads/lead-flow.ts';
import { auditFieldLabels } from './audit-fields.ts';
import { auditActionLabels, auditSubjectLabels } from './audit-labels.ts';
import { mediumLabels, messageKindLabels } from './message-log.ts';
import { importModeLabels } from './reports/cost-file.ts';

/** Of a word that several kinds of records have, the label of an application is the one that is shown. */
const values: Record<string, string> = {
  ...leadStatusLabels,
  ...enrolmentStatusLabels,
  ...recommendationLabels,
  ...registrationStatusLabels,
  ...jobStatusLabels,
  ...trainingStatusLabels,
  ...attendanceLabels,
  UNMARKED: 'Not marked',
  MIXED: 'Different marks',
  ...paymentMethodLabels,
  ...messageKindLabels,
  ...interviewStatusLabels,
  ...applicationStatusLabels,
};

/** Returns the label of an action: `application.REJECT` → `Reject`. */
export function formatAuditAction(action: string): string {
  const [about = '', name = ''] = action.split('.');
  if (name === 'UNDO') return 'Undo';
  const ofSubject = findOwn(auditActionLabels, about);
  return (ofSubject && findOwn(ofSubject, name)) ?? action;
}

export const formatAuditSubject = (type: string): string =>
  findOwn(auditSubjectLabels, type) ?? wordsOf(type);

/** Where the record of an audit event is worked on. An answer is about an application. */
const pages: Record<string, string> = {
  application: 'applications',
  batch: 'batches',
  candidate: 'candidates',
  certificate: 'certificates',
  employer: 'employers',
  employerAnswer: 'applications',
  enrolment: 'enrolments',
  event: 'events',
  job: 'jobs',
  lead: 'leads',
  offerAnswer: 'applications',
  scholarship: 'scholarships',
  template: 'templates',
};

/** Returns the address of a record's page; null for a kind of record without one. */
export function findAuditPage(type: string, id: string): string | null {
  const page = findOwn(pages, type);
  return page ? `/staff/${page}/${id}/` : null;
}

type Details = Readonly<Record<string, unknown>>;

/** Lists the details of an audit entry as texts, one per detail. `time` formats an instant for the reader. */
export function formatAuditDetails(details: Details, time: (at: Date) => string): string[] {
  const { from, to, fields: names, ...others } = details;
  const textOf = (name: string, value: unknown) => valueText(name, value, time);
  const facts = Object.entries(others)
    .filter(
      ([name, value]) => (value ?? others[previousOf(name)] ?? '') !== '' && !isShownWithNext(others, name),
    )
    .map(([name, value]) => `${fieldText(name)}: ${factText(others, name, value, textOf)}`);
  return [...changes(from, to, names, textOf), ...facts];
}

const previousOf = (name: string) => `previous${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** A value before is shown beside the one after it: `Pay per year: 5,40,000 → 5,60,000`. */
const isShownWithNext = (details: Details, name: string) =>
  Object.keys(details).some((other) => previousOf(other) === name);

function factText(
  details: Details,
  name: string,
  value: unknown,
  textOf: (name: string, value: unknown) => string,
): string {
  if (name === 'reasonCode') return reasonText(value);
  if (name === 'undone') return formatAuditAction(String(value));
  const before = details[previousOf(name)];
  const text = textOf(name, value);
  return before === undefined || before === null ? text : `${textOf(name, before)} → ${text}`;
}

function changes(
  from: unknown,
  to: unknown,
  names: unknown,
  textOf: (name: string, value: unknown) => string,
): string[] {
  if (isRecord(from) && isRecord(to))
    return Object.keys(to).map(
      (name) => `${fieldText(name)}: ${textOf(name, from[name])} → ${textOf(name, to[name])}`,
    );
  if (Array.isArray(names)) return [names.map((name) => fieldText(String(name))).join(', ')];
  if (typeof to !== 'string') return [];
  return [from && from !== to ? `${textOf('', from)} → ${textOf('', to)}` : textOf('', to)];
}

/** Fields with money; all other numbers are counts. */
const moneyFields = ['annualPay', 'previousAnnualPay', 'salaryMin', 'salaryMax', 'feeAmount', 'amount'];

function valueText(name: string, value: unknown, time: (at: Date) => string): string {
  if (moneyFields.includes(name) && Number.isFinite(Number(value ?? Number.NaN)))
    return Number(value).toLocaleString('en-IN');
  if (name === 'medium' || name === 'channel')
    return findOwn<string>(mediumLabels, String(value).toUpperCase()) ?? String(value);
  const importMode = name === 'mode' && findOwn<string>(importModeLabels, String(value));
  if (importMode) return importMode;
  if ((name.endsWith('On') || name === 'day') && isCalendarDay(String(value))) return dayText(String(value));
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = Array.isArray(value) ? value.join(', ') : String(value).replaceAll('\n', ' / ');
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text) : null;
  // The text may come from a search field, so it may begin like a time without being a valid one.
  return at && !Number.isNaN(at.getTime()) ? time(at) : (findOwn(values, text) ?? text);
}

const reasonText = (code: unknown) =>
  findOwn(staffReasons, String(code)) ??
  findOwn(reopenReasons, String(code)) ??
  findOwn(enrolmentReasons, String(code)) ??
  findOwn(seatRestoredReasons, String(code)) ??
  findOwn(lostReasons, String(code)) ??
  findOwn(withdrawalReasons, String(code)) ??
  String(code);
const fieldText = (name: string) => findOwn(auditFieldLabels, name) ?? wordsOf(name);

/** Splits a camelCase name into words: `workMode` → `Work mode`. */
const wordsOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
