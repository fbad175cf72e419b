/** The outcomes of offers, people who joined, interviews and trainings that a report counts, each with a list behind it. */
export const reportOutcomeLabels = {
  OFFER_ACCEPTED: 'Offer accepted',
  OFFER_DECLINED: 'Offer declined',
  OFFER_EXPIRED: 'Offer expired',
  OFFER_WITHDRAWN: 'Offer withdrawn',
  OFFER_OPEN: 'Offer open',
  RETAINED: 'At work for 90 days',
  LEFT_EARLY: 'Left before 90 days',
  UNDECIDED: 'Joined, 90 days not over',
  INTERVIEW_CAME: 'Came to an interview',
  INTERVIEW_MISSED: 'Missed an interview',
  TRAINING_CAME: 'Came to a training',
  TRAINING_MISSED: 'Missed a training',
} as const;
export type ReportOutcome = keyof typeof reportOutcomeLabels;

/** Whether a reminder was sent before an interview. */
export const reminderLabels = { SENT: 'With a reminder', NONE: 'Without a reminder' } as const;
export type ReminderOutcome = keyof typeof reminderLabels;
