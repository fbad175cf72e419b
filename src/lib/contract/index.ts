import { emailVerificationRoutes } from '#lib/contract/account/email-verification.ts';
import { offersConsentRoutes } from '#lib/contract/account/offers-consent.ts';
import { userRoutes } from '#lib/contract/account/user.ts';
import { analyticsRoutes } from '#lib/contract/analytics/analytics.ts';
import { authRoutes } from '#lib/contract/auth/auth.ts';
import { phoneVerificationRoutes } from '#lib/contract/auth/phone-verification.ts';
import { sessionRoutes } from '#lib/contract/auth/sessions.ts';
import { alumniRoutes } from '#lib/contract/catalog/alumni.ts';
import { coachRoutes } from '#lib/contract/catalog/coaches.ts';
import { programRoutes } from '#lib/contract/catalog/programs.ts';
import { reviewRoutes } from '#lib/contract/catalog/reviews.ts';
import { certificateRoutes } from '#lib/contract/certificates/certificates.ts';
import { ownCertificateRoutes } from '#lib/contract/certificates/own-certificates.ts';
import { enrolmentRoutes } from '#lib/contract/enrolment/enrolments.ts';
import { masteryRoutes } from '#lib/contract/enrolment/mastery/mastery.ts';
import { scholarshipRoutes } from '#lib/contract/enrolment/scholarship/scholarships.ts';
import { liveEventRoutes } from '#lib/contract/events/live-events.ts';
import { employerLinkRoutes } from '#lib/contract/hiring/employer-links.ts';
import { jobApplicationRoutes } from '#lib/contract/hiring/job-applications.ts';
import { jobRoutes } from '#lib/contract/hiring/jobs.ts';
import { expertRoutes } from '#lib/contract/hiring/mock-interviews/experts.ts';
import { mockInterviewRoutes } from '#lib/contract/hiring/mock-interviews/mock-interviews.ts';
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
import { privacyRoutes } from '#lib/contract/privacy/privacy.ts';
import { staffApplicationRoutes } from '#lib/contract/staff/applications.ts';
import { staffAppointmentRoutes } from '#lib/contract/staff/appointments.ts';
import { staffAuditRoutes } from '#lib/contract/staff/audit.ts';
import { staffCandidateRoutes } from '#lib/contract/staff/candidates.ts';
import { staffCertificateRoutes } from '#lib/contract/staff/certificates/certificates.ts';
import { staffMasteryRoutes } from '#lib/contract/staff/enrolment/mastery.ts';
import { staffScholarshipRoutes } from '#lib/contract/staff/enrolment/scholarships.ts';
import { staffEnrolmentRoutes } from '#lib/contract/staff/enrolments.ts';
import { staffEventRoutes } from '#lib/contract/staff/events/live-events.ts';
import { applicationOwnerRoutes } from '#lib/contract/staff/hiring/application-owners.ts';
import { staffBatchRoutes } from '#lib/contract/staff/hiring/batches.ts';
import { candidateMessageRoutes } from '#lib/contract/staff/hiring/candidate-messages.ts';
import { staffEmployerRoutes } from '#lib/contract/staff/hiring/employers.ts';
import { messageTemplateRoutes } from '#lib/contract/staff/hiring/message-templates.ts';
import { staffMockInterviewRoutes } from '#lib/contract/staff/hiring/mock-interviews.ts';
import { notificationTextRoutes } from '#lib/contract/staff/hiring/notification-texts.ts';
import { onBehalfRoutes } from '#lib/contract/staff/hiring/on-behalf.ts';
import { interviewerRoutes } from '#lib/contract/staff/interviewers.ts';
import { staffJobRoutes } from '#lib/contract/staff/jobs.ts';
import { staffLeadRoutes } from '#lib/contract/staff/leads.ts';
import { staffMessageRoutes } from '#lib/contract/staff/messages.ts';
import { applicationMoveRoutes } from '#lib/contract/staff/moves/application-moves.ts';
import { staffOfferRoutes } from '#lib/contract/staff/offers.ts';
import { staffPeopleRoutes } from '#lib/contract/staff/people.ts';
import { placementRoutes } from '#lib/contract/staff/placements.ts';
import { staffPrivacyRoutes } from '#lib/contract/staff/privacy/privacy-requests.ts';
import { cohortRoutes } from '#lib/contract/staff/reports/cohorts.ts';
import { costRoutes } from '#lib/contract/staff/reports/costs.ts';
import { staffReportRoutes } from '#lib/contract/staff/reports/hiring-report.ts';
import { visitReportRoutes } from '#lib/contract/staff/reports/visit-report.ts';
import { scorecardRoutes } from '#lib/contract/staff/scorecards.ts';
import { staffSearchRoutes } from '#lib/contract/staff/search.ts';
import { webhookRoutes } from '#lib/contract/staff/settings/webhooks.ts';
import { staffTodayRoutes } from '#lib/contract/staff/today.ts';
import { staffUndoRoutes } from '#lib/contract/staff/undo.ts';
import { applicationCityRoutes } from './staff/hiring/application-city.ts';
import { applicationListRoutes } from './staff/hiring/application-lists.ts';
import { interviewPassRoutes } from './staff/hiring/interview-passes.ts';
import { interviewTimeRoutes } from './staff/hiring/interview-times.ts';
import { pastInterviewRoutes } from './staff/hiring/past-interviews.ts';

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
  ...mockInterviewRoutes,
  ...expertRoutes,
  ...registrationRoutes,
  ...coachRoutes,
  ...alumniRoutes,
  ...reviewRoutes,
  ...programRoutes,
  ...certificateRoutes,
  ...ownCertificateRoutes,
  ...counsellingRoutes,
  ...brochureRoutes,
  ...callbackRoutes,
  ...enrolmentRoutes,
  ...liveEventRoutes,
  ...scholarshipRoutes,
  ...masteryRoutes,
  ...callbackChangeRoutes,
  ...portfolioRoutes,
  ...portfolioEntryRoutes,
  ...portfolioImportRoutes,
  ...mediaRoutes,
  ...analyticsRoutes,
  ...privacyRoutes,
  ...staffApplicationRoutes,
  ...staffPrivacyRoutes,
  ...applicationMoveRoutes,
  ...applicationOwnerRoutes,
  ...applicationCityRoutes,
  ...applicationListRoutes,
  ...interviewTimeRoutes,
  ...pastInterviewRoutes,
  ...onBehalfRoutes,
  ...candidateMessageRoutes,
  ...messageTemplateRoutes,
  ...notificationTextRoutes,
  ...staffOfferRoutes,
  ...placementRoutes,
  ...employerLinkRoutes,
  ...staffEmployerRoutes,
  ...staffJobRoutes,
  ...staffAppointmentRoutes,
  ...staffBatchRoutes,
  ...interviewerRoutes,
  ...scorecardRoutes,
  ...staffMockInterviewRoutes,
  ...interviewPassRoutes,
  ...staffCandidateRoutes,
  ...staffCertificateRoutes,
  ...staffEnrolmentRoutes,
  ...staffScholarshipRoutes,
  ...staffMasteryRoutes,
  ...staffEventRoutes,
  ...staffLeadRoutes,
  ...staffReportRoutes,
  ...visitReportRoutes,
  ...cohortRoutes,
  ...costRoutes,
  ...staffAuditRoutes,
  ...staffMessageRoutes,
  ...webhookRoutes,
  ...staffTodayRoutes,
  ...staffSearchRoutes,
  ...staffUndoRoutes,
  ...staffPeopleRoutes,
};

export type Contract = typeof contract;
export type RouteKey = keyof Contract;
