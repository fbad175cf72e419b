import { userRoutes } from '#lib/contract/account/user.ts';
import { authRoutes } from '#lib/contract/auth/auth.ts';
import { phoneVerificationRoutes } from '#lib/contract/auth/phone-verification.ts';
import { sessionRoutes } from '#lib/contract/auth/sessions.ts';
import { alumniRoutes } from '#lib/contract/catalog/alumni.ts';
import { coachRoutes } from '#lib/contract/catalog/coaches.ts';
import { programRoutes } from '#lib/contract/catalog/programs.ts';
import { reviewRoutes } from '#lib/contract/catalog/reviews.ts';
import { jobApplicationRoutes } from '#lib/contract/hiring/job-applications.ts';
import { jobRoutes } from '#lib/contract/hiring/jobs.ts';
import { registrationRoutes } from '#lib/contract/hiring/registration.ts';
import { brochureRoutes, callbackRoutes, counsellingRoutes } from '#lib/contract/leads/leads.ts';
import { mediaRoutes } from '#lib/contract/media/media.ts';
import { portfolioEntryRoutes } from '#lib/contract/portfolio/portfolio-entries.ts';
import { portfolioImportRoutes } from '#lib/contract/portfolio/portfolio-import.ts';
import { portfolioRoutes } from '#lib/contract/portfolio/portfolio-routes.ts';
import { staffApplicationRoutes } from '#lib/contract/staff/applications.ts';
import { staffAppointmentRoutes } from '#lib/contract/staff/appointments.ts';
import { staffAuditRoutes } from '#lib/contract/staff/audit.ts';
import { staffCandidateRoutes } from '#lib/contract/staff/candidates.ts';
import { staffJobRoutes } from '#lib/contract/staff/jobs.ts';

/**
 * The whole API, one entry per endpoint. Search for a key to find its contract, handler, callers and tests.
 */
export const contract = {
  ...authRoutes,
  ...userRoutes,
  ...phoneVerificationRoutes,
  ...sessionRoutes,
  ...jobRoutes,
  ...jobApplicationRoutes,
  ...registrationRoutes,
  ...coachRoutes,
  ...alumniRoutes,
  ...reviewRoutes,
  ...programRoutes,
  ...counsellingRoutes,
  ...brochureRoutes,
  ...callbackRoutes,
  ...portfolioRoutes,
  ...portfolioEntryRoutes,
  ...portfolioImportRoutes,
  ...mediaRoutes,
  ...staffApplicationRoutes,
  ...staffJobRoutes,
  ...staffAppointmentRoutes,
  ...staffCandidateRoutes,
  ...staffAuditRoutes,
};

export type Contract = typeof contract;
export type RouteKey = keyof Contract;
