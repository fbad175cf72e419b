import type { IncomingMessage, ServerResponse } from 'node:http';
import { isApiPath, removeQuery } from '../api-path.ts';
import { HttpError } from '../http-error.ts';
import type { Header } from '../security-headers.ts';
import { numberPage } from '../static/number-error-page.ts';
import type { ErrorPage } from './app-hook.ts';
import { writeError } from './write-error.ts';

interface RejectRequestsOptions {
  /** The site's host, `liftoff.example` or `localhost:8000`. */
  host: string;
  headers: readonly Header[];
  notFoundPage: () => ErrorPage | undefined;
}

const hostPattern = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Nearly all requests name the same host. */
let lastValidHost: string | undefined;

/** Returns whether a request names a host, or none, as HTTP/1.0 does. */
export function hasValidHost({ headers: { host } }: IncomingMessage): boolean {
  if (host === undefined || host === lastValidHost) return true;
  if (!hostPattern.test(host)) return false;
  lastValidHost = host;
  return true;
}

/**
 * Creates the function that responds to requests which neither a page nor the API could handle, and returns whether it has:
 * 400 for a Host that is no host or a target that is no path, 405 for a method that pages do not have, 404 for a path that
 * cannot be decoded. All other requests get the site's own host, so that no address is ever built from what a client sent.
 * The API rejects paths and methods itself, and a rejection of its requests is an error of the API. [C-35] [C-40]
 */
export function rejectRequests({ host, headers, notFoundPage }: RejectRequestsOptions) {
  const respond = (res: ServerResponse, status: number, text: string, extra: string[] = []): true => {
    res
      .writeHead(status, [...headers.flat(), 'Content-Type', 'text/plain; charset=utf-8', ...extra])
      .end(text);
    return true;
  };

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const { url = '', method = '' } = req;
    const isApi = isApiPath(removeQuery(url));
    if (!hasValidHost(req)) {
      const message = 'The Host header must be a host and an optional port.';
      if (!isApi) return respond(res, 400, message);
      writeError(res, new HttpError('VALIDATION_FAILED', { message }), headers);
      return true;
    }
    if (!url.startsWith('/')) return respond(res, 400, 'The request target must be a path.');
    req.headers.host = host;
    if (isApi) {
      if (isApiPath(pathOf(url))) return false;
      writeError(res, new HttpError('NOT_FOUND'), headers);
      return true;
    }
    const path = decodePath(url);
    if (path === null) return respondNotFound(res);
    const methods = methodsOf(path);
    if (!methods.includes(method))
      return respond(res, 405, `This address supports ${methods.join(', ')}.`, ['Allow', methods.join(', ')]);
    return false;
  };

  function respondNotFound(res: ServerResponse): true {
    const page = notFoundPage();
    if (!page) return respond(res, 404, 'Not found');
    const all = headers.filter(([name]) => name !== 'Content-Security-Policy').flat();
    const ofPage = ['Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy', page.policy];
    res.writeHead(404, [...all, ...ofPage]).end(numberPage(new TextDecoder().decode(page.html)));
    return true;
  }
}

/**
 * Returns the methods that an address outside the API may support. A file, even one written on request, takes no form; the
 * middleware rejects a form that a page has not read.
 */
function methodsOf(path: string): string[] {
  const isFile = /^\/+(images|media|_image)(\/|$)|\.\w+$/.test(path);
  return isFile ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'POST'];
}

/** Returns the path of a request target as everything after this reads it: `/api/../x` is `/x`. */
function pathOf(target: string): string {
  const path = removeQuery(target);
  return URL.parse(`http://localhost${path}`)?.pathname ?? path;
}

/** Returns the decoded path of a request target, or null where it cannot be decoded. */
function decodePath(target: string): string | null {
  try {
    return decodeURI(pathOf(target));
  } catch {
    return null;
  }
}
