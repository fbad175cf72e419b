import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { findRequest } from '../../current-request.ts';
import { isTrustedPeer } from '../client-address.ts';

/** Neither a log line nor a page can be broken by such an id. */
const idPattern = /^[\w-]{8,64}$/;

/**
 * Returns the id of a request, and makes its response carry it as `X-Request-Id`: the id that a trusted proxy has given it, so
 * that one id finds the lines of both logs, else a new one. What a visitor sends is ignored. [C-40]
 */
export function identifyRequest(
  req: IncomingMessage,
  res: ServerResponse,
  trustedProxies: BlockList,
): string {
  const given = req.headers['x-request-id'];
  const isKnown = typeof given === 'string' && idPattern.test(given);
  const id = isKnown && isTrustedPeer(req.socket, trustedProxies) ? given : randomUUID();
  const writeHead = res.writeHead as (...args: unknown[]) => ServerResponse;
  res.writeHead = (status: number, second?: unknown, third?: unknown) => {
    const headers = third ?? second;
    // Node sends a flat list as it is, but only where no header was set before.
    if (Array.isArray(headers)) return writeHead.call(res, status, [...headers, 'X-Request-Id', id]);
    res.setHeader('X-Request-Id', id);
    return writeHead.call(res, status, second, third);
  };
  return id;
}

/** Returns the id of the request that is being handled, or undefined outside of one and in development. */
export const findRequestId = (): string | undefined => findRequest()?.id;

/** Returns the id of the request that is being handled, or a new one. */
export const requireRequestId = (): string => findRequestId() ?? randomUUID();
