/** Reasons why an application ends or waits, as codes that can be counted. */

/** Reasons that staff give for REJECT and HOLD. The candidate reads the public note instead. */
export const staffReasons = {
  QUALIFICATION: 'Qualification does not fit',
  EXPERIENCE: 'Experience does not fit',
  LANGUAGE: 'Language level',
  SKILLS: 'Skills',
  INTERVIEW: 'Interview result',
  TRAINING: 'Training result',
  MISSED: 'Did not come',
  AVAILABILITY: 'Shift, place or notice period',
  POSITION_FILLED: 'All openings are filled',
  EMPLOYER_WAITS: 'The employer asked to wait',
  OTHER: 'Another reason',
} as const;

/** Reasons that staff give for REOPEN. */
export const reopenReasons = {
  MISTAKE: 'Ended by mistake',
  NEW_INFORMATION: 'New information about the candidate',
  EMPLOYER_ASKED: 'The employer wants to go on',
  OPENING_FREE: 'An opening is free again',
  MORE_TIME: 'The candidate needs more time',
  OTHER: 'Another reason',
} as const;

/** Reasons that candidates give when they withdraw. */
export const withdrawalReasons = {
  OTHER_JOB: 'I took another job',
  PAY: 'The pay',
  PLACE: 'The place or the shift',
  TIMING: 'The time does not suit me',
  STUDIES: 'I continue to study',
  OTHER: 'Another reason',
} as const;
export type WithdrawalReason = keyof typeof withdrawalReasons;

/** Reasons of the system for applications that expired. */
export const expiryReasons = {
  NOT_FINISHED_IN_TIME: 'Not finished in time',
  JOB_CLOSED: 'The job closed',
} as const;
export type ExpiryReason = keyof typeof expiryReasons;

/** Reasons of the system for a change of training or interview that a transition of the application caused. */
export const causes = {
  HOLD: 'because the application was put on hold',
  REJECT: 'because the application has ended',
  WITHDRAW: 'because the application was withdrawn',
  RESUME: 'because the application goes on',
  REOPEN: 'because the application is open again',
  JOB_REOPENED: 'because the job is open again',
} as const;
export type Cause = keyof typeof causes;
