import { contract } from '../contract/index.ts';
import { authHandlers } from './auth.ts';
import { openApi } from './http/openapi.ts';
import { type Dependencies, serve } from './http/serve.ts';
import { jobApplicationHandlers } from './job-applications/handlers.ts';
import { jobHandlers } from './jobs/handlers.ts';
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
  };
  return serve(contract, handlers, dependencies, { '/api/openapi.json': openApi(contract) });
}
