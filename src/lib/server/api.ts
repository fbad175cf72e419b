import { contract } from '#lib/contract/index.ts';
import { emailVerificationHandlers } from '#lib/server/account/email-verification/handlers.ts';
import { offersConsentHandlers } from '#lib/server/account/offers-consent.ts';
import { userHandlers } from '#lib/server/account/user.ts';
import { analyticsHandlers } from '#lib/server/analytics/handlers.ts';
import { authHandlers } from '#lib/server/auth/handlers.ts';
import { phoneVerificationHandlers } from '#lib/server/auth/phone-verification.ts';
import { sessionHandlers } from '#lib/server/auth/session-list.ts';
import { programHandlers } from '#lib/server/catalog/programs.ts';
import { publicListHandlers } from '#lib/server/catalog/public-lists.ts';
import { certificateHandlers } from '#lib/server/certificates/handlers.ts';
import { ownCertificateHandlers } from '#lib/server/certificates/own-certificates.ts';
import { enrolmentHandlers } from '#lib/server/enrolment/handlers.ts';
import { masteryHandlers } from '#lib/server/enrolment/mastery/handlers.ts';
import { scholarshipHandlers } from '#lib/server/enrolment/scholarship/handlers.ts';
import { liveEventHandlers } from '#lib/server/events/handlers.ts';
import { jobApplicationHandlers } from '#lib/server/hiring/applications/handlers.ts';
import { shortlistHandlers } from '#lib/server/hiring/employer-links/answer-shortlist.ts';
import { jobHandlers } from '#lib/server/hiring/jobs/handlers.ts';
import { expertHandlers } from '#lib/server/hiring/mock-interviews/expert-handlers.ts';
import { mockInterviewHandlers } from '#lib/server/hiring/mock-interviews/handlers.ts';
import { registrationHandlers } from '#lib/server/hiring/registration/handlers.ts';
import { savedJobHandlers } from '#lib/server/hiring/saved-jobs/handlers.ts';
import { createCallEndpoint, type FormApi } from '#lib/server/http/page-form.ts';
import { serve } from '#lib/server/http/serve.ts';
import { brochureHandlers } from '#lib/server/leads/brochure-request.ts';
import { callbackHandlers } from '#lib/server/leads/callback-request.ts';
import { callbackChangeHandlers } from '#lib/server/leads/change-callback.ts';
import { counsellingHandlers } from '#lib/server/leads/counselling.ts';
import { withCrossOriginUploads } from '#lib/server/media/cross-origin.ts';
import { mediaHandlers } from '#lib/server/media/handlers.ts';
import { portfolioLinkHandlers } from '#lib/server/portfolio/entries/links.ts';
import { projectHandlers } from '#lib/server/portfolio/entries/projects.ts';
import { publishedWorkHandlers } from '#lib/server/portfolio/entries/published-works.ts';
import { portfolioImportHandlers } from '#lib/server/portfolio/import-resume.ts';
import { portfolioHandlers } from '#lib/server/portfolio/portfolio-handlers.ts';
import { privacyHandlers } from '#lib/server/privacy/handlers.ts';
import { staffCertificateHandlers } from '#lib/server/staff/certificates/handlers.ts';
import { staffEnrolmentHandlers } from '#lib/server/staff/enrolment/handlers.ts';
import { staffEventHandlers } from '#lib/server/staff/events/handlers.ts';
import { staffHandlers } from '#lib/server/staff/handlers.ts';
import { staffLeadHandlers } from '#lib/server/staff/leads/handlers.ts';
import { staffMasteryHandlers } from '#lib/server/staff/mastery/handlers.ts';
import { staffMessageHandlers } from '#lib/server/staff/messages/handlers.ts';
import { staffPeopleHandlers } from '#lib/server/staff/people/handlers.ts';
import { staffPrivacyHandlers } from '#lib/server/staff/privacy/handlers.ts';
import { staffReportHandlers } from '#lib/server/staff/reports/handlers.ts';
import { staffScholarshipHandlers } from '#lib/server/staff/scholarship/handlers.ts';
import { staffSearchHandlers } from '#lib/server/staff/search/handlers.ts';
import { webhookHandlers } from '#lib/server/staff/settings/handlers.ts';
import { staffTodayHandlers } from '#lib/server/staff/today/handlers.ts';
import { staffUndoHandlers } from '#lib/server/staff/undo/handlers.ts';
import { createAuthorize } from './authorize.ts';
import type { ApiDeps, Handlers } from './context.ts';

/** Answers requests; `callEndpoint` runs one endpoint in process for a form of a server-rendered page. */
export interface Api extends FormApi {
  (request: Request): Promise<Response>;
}

/** Creates the whole API as one function. */
export function createApi(deps: ApiDeps): Api {
  const handlers: Handlers = {
    ...authHandlers,
    ...userHandlers,
    ...offersConsentHandlers,
    ...emailVerificationHandlers,
    ...phoneVerificationHandlers,
    ...sessionHandlers,
    ...jobHandlers,
    ...savedJobHandlers,
    ...jobApplicationHandlers,
    ...registrationHandlers,
    ...shortlistHandlers,
    ...mockInterviewHandlers,
    ...expertHandlers,
    ...publicListHandlers,
    ...programHandlers,
    ...certificateHandlers,
    ...ownCertificateHandlers,
    ...brochureHandlers,
    ...callbackHandlers,
    ...callbackChangeHandlers,
    ...counsellingHandlers,
    ...enrolmentHandlers,
    ...liveEventHandlers,
    ...scholarshipHandlers,
    ...masteryHandlers,
    ...portfolioHandlers,
    ...portfolioLinkHandlers,
    ...portfolioImportHandlers,
    ...publishedWorkHandlers,
    ...projectHandlers,
    ...mediaHandlers,
    ...analyticsHandlers,
    ...privacyHandlers,
    ...staffHandlers,
    ...staffCertificateHandlers,
    ...staffEnrolmentHandlers,
    ...staffScholarshipHandlers,
    ...staffMasteryHandlers,
    ...staffEventHandlers,
    ...staffMessageHandlers,
    ...webhookHandlers,
    ...staffTodayHandlers,
    ...staffReportHandlers,
    ...staffSearchHandlers,
    ...staffUndoHandlers,
    ...staffLeadHandlers,
    ...staffPeopleHandlers,
    ...staffPrivacyHandlers,
  };
  const options = { routes: contract, handlers, deps, authorize: createAuthorize(deps) };
  const api = serve(options);
  const callEndpoint = createCallEndpoint(options);
  return Object.assign(withCrossOriginUploads(api, deps.config), { callEndpoint, db: deps.db });
}
