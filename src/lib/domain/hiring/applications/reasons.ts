/** Why an application ends or waits, as codes that can be counted. */

/** Of staff, for REJECT and HOLD; the candidate reads the public note, not these. */
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

/** Of candidates, when they withdraw. */
export const withdrawalReasons = {
  OTHER_JOB: 'I took another job',
  PAY: 'The pay',
  PLACE: 'The place or the shift',
  TIMING: 'The time does not suit me',
  STUDIES: 'I go on studying',
  OTHER: 'Another reason',
} as const;
export type WithdrawalReason = keyof typeof withdrawalReasons;

/** Of the system, for applications that ended before they were sent. */
export const expiryReasons = {
  NOT_FINISHED_IN_TIME: 'Not finished in time',
  JOB_CLOSED: 'The job closed',
} as const;
export type ExpiryReason = keyof typeof expiryReasons;

/** Of the system, for a training or an interview that follows its application: the step that it follows. */
export const causes = {
  HOLD: 'because the application was put on hold',
  REJECT: 'because the application has ended',
  WITHDRAW: 'because the application was withdrawn',
  RESUME: 'because the application goes on',
} as const;
export type Cause = keyof typeof causes;
