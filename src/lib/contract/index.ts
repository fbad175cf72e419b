import { alumniCalls } from './alumni.ts';
import { authCalls } from './auth.ts';
import { coachCalls } from './coaches.ts';
import { jobApplicationCalls } from './job-applications.ts';
import { jobCalls } from './jobs.ts';
import { brochureCalls, callbackCalls } from './leads.ts';
import { mediaCalls } from './media.ts';
import { portfolioEntryCalls } from './portfolio-entries.ts';
import { portfolioImportCalls } from './portfolio-import.ts';
import { portfolioCalls } from './portfolios.ts';
import { programCalls } from './programs.ts';
import { registrationCalls } from './registration.ts';
import { reviewCalls } from './reviews.ts';
import { sessionCalls } from './sessions.ts';
import { staffApplicationCalls } from './staff-applications.ts';
import { staffAppointmentCalls } from './staff-appointments.ts';
import { staffJobCalls } from './staff-jobs.ts';
import { staffPeopleCalls } from './staff-people.ts';
import { userCalls } from './user.ts';

/** The whole API, one line per call. A key is what you search for across contract, handler, caller and test. */
export const contract = {
  ...authCalls,
  ...userCalls,
  ...sessionCalls,
  ...jobCalls,
  ...jobApplicationCalls,
  ...registrationCalls,
  ...coachCalls,
  ...alumniCalls,
  ...reviewCalls,
  ...programCalls,
  ...brochureCalls,
  ...callbackCalls,
  ...portfolioCalls,
  ...portfolioEntryCalls,
  ...portfolioImportCalls,
  ...mediaCalls,
  ...staffApplicationCalls,
  ...staffJobCalls,
  ...staffAppointmentCalls,
  ...staffPeopleCalls,
};

export type Contract = typeof contract;
export type CallKey = keyof Contract;
