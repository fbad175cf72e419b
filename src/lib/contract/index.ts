import { emailVerificationRoutes } from '#lib/contract/account/email-verification.ts';
import { offersConsentRoutes } from '#lib/contract/account/offers-consent.ts';
import { userRoutes } from '#lib/contract/account/user.ts';
import { authRoutes } from '#lib/contract/auth/auth.ts';
import { phoneVerificationRoutes } from '#lib/contract/auth/phone-verification.ts';
import { sessionRoutes } from '#lib/contract/auth/sessions.ts';
import { alumniRoutes } from '#lib/contract/catalog/alumni.ts';
import { coachRoutes } from '#lib/contract/catalog/coaches.ts';
import { programRoutes } from '#lib/contract/catalog/programs.ts';
import { reviewRoutes } from '#lib/contract/catalog/reviews.ts';
import { enrolmentRoutes } from '#lib/contract/enrolment/enrolments.ts';
import { employerLinkRoutes } from '#lib/contract/hiring/employer-links.ts';
import { jobApplicationRoutes } from '#lib/contract/hiring/job-applications.ts';
import { jobRoutes } from '#lib/contract/hiring/jobs.ts';
import { offerRoutes } from '#lib/contract/hiring/offers.ts';
import { registrationRoutes } from '#lib/contract/hiring/registration.ts';
import { savedJobRoutes } from '#lib/contract/hiring/saved-jobs.ts';
import { shortlistRoutes } from '#lib/contract/hiring/shortlists.ts';
import { callbackChangeRoutes } from '#lib/contract/leads/callback-changes.ts';
import { brochureRoutes, callbackRoutes, counsellingRoutes } from '#lib/contract/leads/leads.ts';
import { mediaRoutes } from '#lib/contract/media/media.ts';
import { portfolioEntryRoutes } from '#lib/contract/portfolio/portfolio-entries.ts';
import { portfolioImportRoutes } from '#lib/contract/portfolio/portfolio-import.ts';
import { portfolioRoutes } from '#lib/contract/portfolio/portfolio-routes.ts';
import { staffApplicationRoutes } from '#lib/contract/staff/applications.ts';
import { staffAppointmentRoutes } from '#lib/contract/staff/appointments.ts';
import { staffAuditRoutes } from '#lib/contract/staff/audit.ts';
import { staffCandidateRoutes } from '#lib/contract/staff/candidates.ts';
import { staffEnrolmentRoutes } from '#lib/contract/staff/enrolments.ts';
import { staffBatchRoutes } from '#lib/contract/staff/hiring/batches.ts';
import { interviewerRoutes } from '#lib/contract/staff/interviewers.ts';
import { staffJobRoutes } from '#lib/contract/staff/jobs.ts';
import { staffLeadRoutes } from '#lib/contract/staff/leads.ts';
import { staffMessageRoutes } from '#lib/contract/staff/messages.ts';
import { applicationMoveRoutes } from '#lib/contract/staff/moves/application-moves.ts';
import { staffOfferRoutes } from '#lib/contract/staff/offers.ts';
import { staffPeopleRoutes } from '#lib/contract/staff/people.ts';
import { placementRoutes } from '#lib/contract/staff/placements.ts';
import { scorecardRoutes } from '#lib/contract/staff/scorecards.ts';
import { staffSearchRoutes } from '#lib/contract/staff/search.ts';
import { staffTodayRoutes } from '#lib/contract/staff/today.ts';
import { staffUndoRoutes } from '#lib/contract/staff/undo.ts';

/**
 * The whole API, one entry per endpoint. Search for a key to find its contract, handler, callers and tests.
 */
export const contract = {
  ...authRoutes,
  ...userRoutes,
  ...offersConsentRoutes,
  ...emailVerificationRoutes,
  ...phoneVerificationRoutes,
  ...sessionRoutes,
  ...jobRoutes,
  ...savedJobRoutes,
  ...jobApplicationRoutes,
  ...offerRoutes,
  ...shortlistRoutes,
  ...registrationRoutes,
  ...coachRoutes,
  ...alumniRoutes,
  ...reviewRoutes,
  ...programRoutes,
  ...counsellingRoutes,
  ...brochureRoutes,
  ...callbackRoutes,
  ...enrolmentRoutes,
  ...callbackChangeRoutes,
  ...portfolioRoutes,
  ...portfolioEntryRoutes,
  ...portfolioImportRoutes,
  ...mediaRoutes,
  ...staffApplicationRoutes,
  ...applicationMoveRoutes,
  ...staffOfferRoutes,
  ...placementRoutes,
  ...employerLinkRoutes,
  ...staffJobRoutes,
  ...staffAppointmentRoutes,
  ...staffBatchRoutes,
  ...interviewerRoutes,
  ...scorecardRoutes,
  ...staffCandidateRoutes,
  ...staffEnrolmentRoutes,
  ...staffLeadRoutes,
  ...staffAuditRoutes,
  ...staffMessageRoutes,
  ...staffTodayRoutes,
  ...staffSearchRoutes,
  ...staffUndoRoutes,
  ...staffPeopleRoutes,
};

export type Contract = typeof contract;
export type RouteKey = keyof Contract;
