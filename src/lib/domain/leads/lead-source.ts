/**
 * What makes somebody a lead, by the kind of its request. A new kind is added here, in `timelineText` of lead-text.ts, and
 * where its request calls `recordLead`.
 */
export const leadSourceLabels = {
  CALLBACK: 'Call-back',
  BROCHURE: 'Brochure',
  COUNSELLING: 'Counselling',
  ENROLMENT: 'Enrolment',
  EVENT: 'Event',
  SCHOLARSHIP: 'Scholarship test',
  MASTERY: 'PM Mastery',
  MOCK_INTERVIEW: 'Mock interview',
  SIGN_UP: 'Sign-up',
  IMPORT: 'Import',
} as const;
export type LeadSource = keyof typeof leadSourceLabels;

/**
 * The hours after which we first get in touch with a person who was promised no time. A call-back has the time that was
 * promised instead.
 */
export const firstContactHours: Record<Exclude<LeadSource, 'CALLBACK'>, number> = {
  BROCHURE: 24,
  COUNSELLING: 24,
  ENROLMENT: 24,
  EVENT: 48,
  SCHOLARSHIP: 48,
  MASTERY: 48,
  MOCK_INTERVIEW: 48,
  SIGN_UP: 48,
  IMPORT: 48,
};

/** Requests that reopen a closed lead. A sign-up, an event, a look at the calendar or a row of a file asks for nothing from us. */
export const reopeningSources: readonly LeadSource[] = [
  'CALLBACK',
  'BROCHURE',
  'ENROLMENT',
  'SCHOLARSHIP',
  'MASTERY',
  'MOCK_INTERVIEW',
];
