import { findOwn, isRecord } from '#lib/domain/core/record.ts';
import {
  enrolmentMoves,
  enrolmentReasons,
  enrolmentStatusLabels,
  seatRestoredReasons,
} from '#lib/domain/enrolment/enrolment-flow.ts';
import { eventActions } from '#lib/domain/events/event-flow.ts';
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
import { queueActions, templateActions } from '#lib/domain/staff/message-templates.ts';
import { auditFieldLabels } from './audit-fields.ts';
import { leadMoves } from './lead-actions.ts';
import { candidateMoves, jobMoves, staffMoves } from './staff-actions.ts';

/** Labels of audit actions (C-40). An action without a label is shown as it is stored. */

const actions: Record<string, Record<string, string>> = {
  application: {
    ...staffMoves,
    ...queueActions,
    MAKE_OFFER: 'Make an offer',
    REPLACE_OFFER: 'Replace the offer',
    NOTE: 'Add a note',
    SCHEDULE_INTERVIEW: 'Book the interview',
    RESCHEDULE_INTERVIEW: 'Move the interview',
    SETUP_TRAINING: 'Book the training',
    OFFER_TRAINING_AGAIN: 'Offer the training again',
    MOVE_BATCH: 'Move the training',
    GIVE_UP_SEAT: 'Release the seat',
    CHANGE_CITY: 'Change the city',
    IMPORT: 'Import decisions',
  },
  candidate: { ...candidateMoves, MESSAGE: 'Write to candidates' },
  template: templateActions,
  notificationText: { UPDATE: 'Change the text of a notification', RESTORE: 'Use the standard text again' },
  lead: {
    ...leadMoves,
    ASSIGN: 'Assign lead',
    CONNECT: 'Log a conversation',
    MISS: 'Log a missed call',
    CALL_AGAIN: 'Agree on a call',
    NOTE: 'Add a note',
    MERGE: 'Merge leads',
    IMPORT: 'Import leads',
  },
  applicationFilter: { SAVE: 'Save a list', RENAME: 'Rename a list', DELETE: 'Delete a list' },
  leadFilter: { SAVE: 'Save a list', DELETE: 'Delete a list' },
  leads: { EXPORT: 'Export leads' },
  enrolments: { EXPORT: 'Export enrolments' },
  scholarship: { OVERRIDE: 'Change an award' },
  interviewPass: { PAY: 'Record a payment' },
  mastery: { COMPLETE: 'Mark as attended', MISS: 'Mark as missed' },
  enrolment: { ...enrolmentMoves, RECORD_PAYMENT: 'Record a payment' },
  job: { ...jobMoves, CREATE: 'Create draft', UPDATE: 'Change the job' },
  batch: {
    CREATE: 'Add batch',
    UPDATE: 'Change batch',
    CANCEL: 'Cancel batch',
    MARK_ATTENDANCE: 'Mark attendance',
    MESSAGE: 'Write to everybody in the batch',
  },
  event: {
    ...eventActions,
    CREATE: 'Create event',
    UPDATE: 'Change event',
    MARK_ATTENDANCE: 'Mark attendance',
  },
  event_registration: {
    MARK_ATTENDED: 'Mark as attended',
    MARK_NO_SHOW: 'Mark as not come',
    CLEAR_ATTENDANCE: 'Remove the mark',
  },
  certificate: {
    ISSUE: 'Issue a certificate',
    IMPORT: 'Issue certificates',
    REVOKE: 'Revoke a certificate',
    CORRECT: 'Correct a name',
    REJECT_NAME: 'Reject another name',
    REPLACE: 'Replace a certificate',
  },
  registrants: { EXPORT: 'Export registrants' },
  roster: { EXPORT: 'Export roster' },
  slot: { CREATE: 'Add interview slots', UPDATE: 'Change interviewer', CANCEL: 'Cancel slot' },
  placement: { UPDATE: 'Change a placement' },
  placements: { EXPORT: 'Export placements' },
  'hiring-report': { EXPORT: 'Export the report on hiring' },
  scorecard: { CREATE: 'Add a scorecard', UPDATE: 'Change a scorecard' },
  expert: { CREATE: 'Add an expert', REMOVE: 'Remove an expert' },
  mockInterview: {
    MOVE: 'Move a mock interview',
    CANCEL: 'Cancel a mock interview',
    COMPLETE: 'Mock interview took place',
    MISS: 'Mock interview missed',
  },
  'mock-interviews': { EXPORT: 'Export mock interviews' },
  interviewer: { CREATE: 'Add an interviewer', UPDATE: 'Change an interviewer' },
  employer: {
    CREATE: 'Add an employer',
    UPDATE: 'Change an employer',
    ARCHIVE: 'Archive an employer',
    RESTORE: 'Take an employer back from the archive',
    ADD_CONTACT: 'Add a contact',
    UPDATE_CONTACT: 'Change a contact',
    DELETE_CONTACT: 'Delete a contact',
    MERGE: 'Merge employers',
  },
  employerLink: { CREATE: 'Share candidates with an employer', REVOKE: 'Revoke an employer’s link' },
  employerAnswer: { READ: 'Mark an employer’s answer as read' },
  location: { CREATE: 'Add a place' },
  message: { DISMISS: 'Take a failed message off the list', RESEND: 'Send a message again' },
  privacy: { EXPORT: 'Export the data of a contact', ERASE: 'Erase the data of a contact' },
  role: { GRANT: 'Give a role', REVOKE: 'Take a role away' },
  applications: { EXPORT: 'Export applications' },
  candidates: { EXPORT: 'Export candidates' },
  jobs: { EXPORT: 'Export jobs' },
};

/** What the audit calls a record of each type. The test compares them with the types that the code writes. */
export const auditSubjectLabels: Readonly<Record<string, string>> = {
  application: 'Application',
  applicationFilter: 'List of applications',
  batch: 'Training batch',
  candidate: 'Candidate',
  certificate: 'Certificate',
  employer: 'Employer',
  employerAnswer: 'Application',
  employerLink: 'Employer’s link',
  enrolment: 'Enrolment',
  event: 'Event',
  event_registration: 'Event registration',
  expert: 'Expert',
  export: 'CSV file',
  interviewer: 'Interviewer',
  interviewPass: 'Interview pass',
  job: 'Job',
  lead: 'Lead',
  leadFilter: 'List of leads',
  location: 'Place',
  mastery: 'PM Mastery registration',
  message: 'Message',
  mockInterview: 'Mock interview',
  notificationText: 'Text of a notification',
  placement: 'Placement',
  privacy: 'Privacy request',
  role: 'Role',
  scholarship: 'Scholarship',
  scorecard: 'Scorecard',
  slot: 'Interview slot',
  template: 'Message template',
};

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
  ...interviewStatusLabels,
  ...applicationStatusLabels,
};

/** Returns the label of an action: `application.REJECT` → `Reject`. */
export function formatAuditAction(action: string): string {
  const [about = '', name = ''] = action.split('.');
  if (name === 'UNDO') return 'Undo';
  const ofSubject = findOwn(actions, about);
  return (ofSubject && findOwn(ofSubject, name)) ?? action;
}

export const formatAuditSubject = (type: string): string =>
  findOwn(auditSubjectLabels, type) ?? wordsOf(type);

type Details = Readonly<Record<string, unknown>>;

/** Lists the details of an audit entry as texts, one per detail. `time` formats an instant for the reader. */
export function formatAuditDetails(details: Details, time: (at: Date) => string): string[] {
  const { from, to, fields: names, ...others } = details;
  const textOf = (value: unknown) => valueText(value, time);
  const facts = Object.entries(others)
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([name, value]) =>
        `${fieldText(name)}: ${name === 'reasonCode' ? reasonText(value) : name === 'undone' ? formatAuditAction(String(value)) : textOf(value)}`,
    );
  return [...changes(from, to, names, textOf), ...facts];
}

function changes(from: unknown, to: unknown, names: unknown, textOf: (value: unknown) => string): string[] {
  if (isRecord(from) && isRecord(to))
    return Object.keys(to).map((name) => `${fieldText(name)}: ${textOf(from[name])} → ${textOf(to[name])}`);
  if (Array.isArray(names)) return [names.map((name) => fieldText(String(name))).join(', ')];
  if (typeof to !== 'string') return [];
  return [from && from !== to ? `${textOf(from)} → ${textOf(to)}` : textOf(to)];
}

function valueText(value: unknown, time: (at: Date) => string): string {
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
