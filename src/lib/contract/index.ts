import { userCalls } from '#lib/contract/account/user.ts';
import { authCalls } from '#lib/contract/auth/auth.ts';
import { sessionCalls } from '#lib/contract/auth/sessions.ts';
import { alumniCalls } from '#lib/contract/catalog/alumni.ts';
import { coachCalls } from '#lib/contract/catalog/coaches.ts';
import { programCalls } from '#lib/contract/catalog/programs.ts';
import { reviewCalls } from '#lib/contract/catalog/reviews.ts';
import { jobApplicationCalls } from '#lib/contract/hiring/job-applications.ts';
import { jobCalls } from '#lib/contract/hiring/jobs.ts';
import { registrationCalls } from '#lib/contract/hiring/registration.ts';
import { brochureCalls, callbackCalls } from '#lib/contract/leads/leads.ts';
import { mediaCalls } from '#lib/contract/media/media.ts';
import { portfolioEntryCalls } from '#lib/contract/portfolio/portfolio-entries.ts';
import { portfolioImportCalls } from '#lib/contract/portfolio/portfolio-import.ts';
import { portfolioCalls } from '#lib/contract/portfolio/portfolios.ts';
import { staffApplicationCalls } from '#lib/contract/staff/staff-applications.ts';
import { staffAppointmentCalls } from '#lib/contract/staff/staff-appointments.ts';
import { staffJobCalls } from '#lib/contract/staff/staff-jobs.ts';
import { staffPeopleCalls } from '#lib/contract/staff/staff-people.ts';

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
