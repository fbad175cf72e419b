/** What an undo does with the tables that actions of staff change, see docs/decisions/0026-undo.md. */

/** Histories are not rewritten: an event that an undone action added is marked. One that it moved goes back. */
export const historyTables: readonly string[] = [
  'application_event',
  'registration_event',
  'enrolment_event',
  'mock_interview_event',
  'scholarship_event',
  'mastery_event',
  'lead_event',
  'callback_event',
  'live_event_history',
  'event_registration_history',
  'certificate_event',
];
/** The audit log is never changed. */
export const permanentTables: readonly string[] = ['audit_event'];
/** Tables whose rows the database deletes with another row, so they are restored before it. */
export const deletedWithOthers: readonly string[] = ['conversion'];
/** Rows are locked in the order in which all transactions lock them; tables that are not listed come last. */
export const lockOrder: readonly string[] = [
  'candidate_registration',
  'job_application',
  'enrolment',
  // Numbers before mailboxes.
  'lead_contact',
  'lead',
  'callback_request',
  'training',
  'interview',
  'mock_interview',
  'batch_seats',
  'training_batch',
  'interviewer',
  'interview_slot',
  'interview_pass',
  'employer',
  'job',
  'live_event',
  'event_registration',
];
/** Counts that other people change too. They are corrected by the difference instead of set. */
export const counters: readonly string[] = ['taken'];

/**
 * The values that columns get instead of those before. SEQUENCE and time of a calendar that everybody can read: programs ignore
 * a lower one, so an undo is one more change.
 */
export const raisedOnUndo: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  live_event: { sequence: 'stored.sequence + 1', updated_at: 'clock_timestamp()' },
};

/** Columns that show that other people built on a change, although the change did not write them. */
export const dependencyColumns: Readonly<Record<string, readonly string[]>> = {
  // An award that was used in an enrolment stays.
  scholarship_registration: ['award_enrolment_id'],
  // So does a payment with which a mock interview was booked.
  interview_pass: ['taken'],
  // A request that came after a merge belongs to the lead that stayed.
  lead: ['asked_at'],
};

/** What other people may add to a row and the database would delete with it, so the row stays while there is some: table and column with the id. */
export const dependents: Readonly<Record<string, readonly [table: string, column: string]>> = {
  // A colleague has invited an interviewer to it. Those of the action itself are deleted before.
  interview: ['interviewer_invite', 'interview_id'],
};

/** Rows that an undo locks too, because every change of such a row holds their lock: table and column with the id. */
export const lockedWith: Readonly<Record<string, readonly [table: string, column: string]>> = {
  training: ['job_application', 'application_id'],
  interview: ['job_application', 'application_id'],
  // The lock of an interviewer decides who gives them a time.
  interview_slot: ['interviewer', 'interviewer_id'],
};
