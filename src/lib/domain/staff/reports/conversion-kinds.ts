import type { ConversionKind } from '#lib/domain/core/attribution.ts';

/** The kinds of conversions as the report of visits names them. */
export const conversionKindLabels: Record<ConversionKind, string> = {
  SIGN_UP: 'Sign-up',
  BROCHURE: 'Brochure',
  CALLBACK: 'Call-back',
  JOB_APPLICATION: 'Job application',
  ENROLMENT: 'Enrolment',
  EVENT: 'Event registration',
  SCHOLARSHIP: 'Scholarship test',
  MASTERY: 'PM Mastery',
  MOCK_INTERVIEW: 'Mock interview',
};
