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
import { programHandlers } from './programs.ts';
import { reviewHandlers } from './reviews.ts';
import { sessionHandlers } from './sessions.ts';
import { userHandlers } from './user.ts';

/** The whole API as one function; `GET /api/openapi.json` describes it. */
export function createApi(dependencies: Dependencies): (request: Request) => Promise<Response> {
  const handlers = {
    ...authHandlers,
    ...userHandlers,
    ...sessionHandlers,
    ...jobHandlers,
    ...jobApplicationHandlers,
    ...coachHandlers,
    ...alumniHandlers,
    ...reviewHandlers,
    ...programHandlers,
    ...brochureHandlers,
    ...callbackHandlers,
  };
  return serve(contract, handlers, dependencies, { '/api/openapi.json': openApi(contract) });
}
