import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CurrentRequest } from '#lib/server/current-request.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

/** Counts, times and traces the requests that the server answers. */
export interface RequestObserver {
  /** Counts a request that was answered from memory at once: a counter is all that a file should cost. */
  count(route: string, req: IncomingMessage, res: ServerResponse): void;
  /** Counts and times a request once its answer has left, and traces it. */
  observe(request: CurrentRequest, req: IncomingMessage, res: ServerResponse): void;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);

/** Returns the label of a method. Visitors can send any word, and each label takes memory. */
const methodOf = ({ method = '' }: IncomingMessage): string => (methods.has(method) ? method : 'other');

/** No route: an address that the site does not have. */
const unmatched = 'unmatched';

/** Creates the observer for what is set up: figures, traces or both. */
export function observeRequests(metrics: Metrics | null, tracing: Tracing | null): RequestObserver {
  return {
    count(route, req, res) {
      metrics?.requests.inc({ route, method: methodOf(req), status: res.statusCode });
    },
    observe(request, req, res) {
      const startedAt = performance.now();
      const span = tracing?.startRequest(request, req);
      res.once('close', () => {
        const [route, method] = [request.route ?? unmatched, methodOf(req)];
        const status = res.writableFinished ? res.statusCode : 'aborted';
        metrics?.requests.inc({ route, method, status });
        metrics?.requestDuration.observe({ route, method }, (performance.now() - startedAt) / 1000);
        span?.end({ route, method, status });
      });
    },
  };
}
