import type { IncomingMessage, ServerResponse } from 'node:http';
import { removeQuery } from '../api-path.ts';
import type { Header } from '../security-headers.ts';

interface HealthChecksOptions {
  headers: readonly Header[];
  /** Whether the process was told to stop. */
  isStopping: () => boolean;
  /** Returns what is checked, without secrets. */
  checkReadiness: () => Promise<{ is_ready: boolean }>;
}

/**
 * Creates the function that answers the requests of a process manager and of a proxy, and returns whether it has: `/health/live/` is
 * 200, and `/health/ready/` is 200 or 503. They are answered for any Host, because such programs ask an address.
 */
export function answerHealthChecks({ headers, isStopping, checkReadiness }: HealthChecksOptions) {
  const respond = (req: IncomingMessage, res: ServerResponse, status: number, content: object): void => {
    const body = Buffer.from(JSON.stringify(content));
    res.writeHead(status, [
      ...headers.flat(),
      ...['Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'no-store'],
      ...['Content-Length', String(body.length)],
    ]);
    res.end(req.method === 'HEAD' ? undefined : body);
  };

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const { method, url = '' } = req;
    if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith('/health/')) return false;
    const path = removeQuery(url);
    if (path === '/health/live/') respond(req, res, 200, { is_alive: true });
    else if (path === '/health/ready/')
      void checkReadiness().then((readiness) => {
        const is_ready = readiness.is_ready && !isStopping();
        respond(req, res, is_ready ? 200 : 503, { ...readiness, is_ready, is_stopping: isStopping() });
      });
    else return false;
    return true;
  };
}
