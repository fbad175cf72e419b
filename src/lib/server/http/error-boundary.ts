import type { Log } from '#lib/server/log.ts';

type Api = (request: Request) => Promise<Response>;

/** The API with an answer even when it cannot be built or breaks outside a call (C-40). */
export function withErrorBoundary(api: Api, log: Log): Api {
  return async (request) => {
    try {
      return await api(request);
    } catch (error) {
      const requestId = crypto.randomUUID();
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
