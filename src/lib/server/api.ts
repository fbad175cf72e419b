import type { Call } from '../contract/define.ts';
import { contract } from '../contract/index.ts';
import { alumniHandlers } from './alumni.ts';
import { authHandlers } from './auth.ts';
import { brochureHandlers } from './brochures/handlers.ts';
import { callbackHandlers } from './callbacks/handlers.ts';
import { coachHandlers } from './coaches.ts';
import { openApi } from './http/openapi.ts';
import { type Dependencies, serve } from './http/serve.ts';
import { jobApplicationHandlers } from './job-applications/handlers.ts';
import { jobHandlers } from './jobs/handlers.ts';
import { withCrossOriginUploads } from './media/cross-origin.ts';
import { mediaHandlers } from './media/handlers.ts';
import { portfolioHandlers } from './portfolios/handlers.ts';
import { portfolioImportHandlers } from './portfolios/import-resume.ts';
import { portfolioLinkHandlers } from './portfolios/links.ts';
import { projectHandlers } from './portfolios/projects.ts';
import { publishedWorkHandlers } from './portfolios/published-works.ts';
import { programHandlers } from './programs.ts';
import { registrationHandlers } from './registrations/handlers.ts';
import { reviewHandlers } from './reviews.ts';
import { sessionHandlers } from './sessions.ts';
import { staffHandlers } from './staff/handlers.ts';
import { userHandlers } from './user.ts';

/** What the document names: the staff's calls are nobody else's to know. */
const publicCalls = Object.fromEntries(
  Object.entries(contract as Record<string, Call>).filter(([, { who }]) => who !== 'staff'),
);

/** The whole API as one function; `GET /api/openapi.json` describes it. */
export function createApi(dependencies: Dependencies): (request: Request) => Promise<Response> {
  const handlers = {
    ...authHandlers,
    ...userHandlers,
    ...sessionHandlers,
    ...jobHandlers,
    ...jobApplicationHandlers,
    ...registrationHandlers,
    ...coachHandlers,
    ...alumniHandlers,
    ...reviewHandlers,
    ...programHandlers,
    ...brochureHandlers,
    ...callbackHandlers,
    ...portfolioHandlers,
    ...portfolioLinkHandlers,
    ...portfolioImportHandlers,
    ...publishedWorkHandlers,
    ...projectHandlers,
    ...mediaHandlers,
    ...staffHandlers,
  };
  const api = serve(contract, handlers, dependencies, { '/api/openapi.json': openApi(publicCalls) });
  return withCrossOriginUploads(api, dependencies.config);
}
