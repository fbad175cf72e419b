import type { Log } from '#lib/server/log.ts';
import { requireRequestId } from './node/request-id.ts';

type Api = (request: Request) => Promise<Response>;

/**
 * Wraps the API so that it responds with a logged 500 when it cannot be created or fails outside an endpoint. [C-40]
 */
export function withErrorBoundary(api: Api, log: Log): Api {
  return async (request) => {
    try {
      return await api(request);
    } catch (error) {
      const requestId = requireRequestId();
      log.error({ err: error, requestId }, 'the API could not answer');
      const body = {
        error_code: 'INTERNAL_ERROR',
        error: 'Something went wrong. Try Again.',
        field_errors: {},
        request_id: requestId,
      };
      return Response.json(body, { status: 500, headers: { 'Cache-Control': 'no-store' } });
    }
  };
}
