import { defineMiddleware, sequence } from 'astro:middleware';
import { presentUser } from '#lib/server/account/present-user.ts';
import { findSession } from '#lib/server/auth/session.ts';
import { isUnavailable } from '#lib/server/db/index.ts';
import { Cookies } from '#lib/server/http/cookies.ts';
import { checkCsrf } from '#lib/server/http/csrf.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { getRuntime } from '#lib/server/runtime.ts';
import { findStaffSession } from '#lib/server/staff/require-staff.ts';

/** A page that finds the database away is a bare 503, which src/fetch.ts gives the words. */
const noticeOutage = defineMiddleware(async ({ url }, next) => {
  try {
    return await next();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const { log } = await getRuntime();
    log.error({ err: error, path: url.pathname }, 'a page found the database away');
    return new Response(null, { status: 503 });
  }
});

/**
 * Session cookie → `locals.user`, for server-rendered pages. Pages show; handlers decide. A form may be posted by our
 * own pages only (C-26).
 */
const identify = defineMiddleware(async ({ isPrerendered, locals, request }, next) => {
  locals.user = null;
  locals.session = null;
  if (isPrerendered) return next();
  const refusal = await refuseForeign(request);
  if (refusal) return refusal;
  if (!request.headers.has('cookie')) return next();
  const { config, db } = await getRuntime();
  const session = await findSession(db, new Cookies(request.headers.get('cookie'), config));
  if (session && !session.user.disabledAt) {
    locals.session = session;
    locals.user = presentUser(session.user);
  }
  const response = await next();
  // Back, after logging out, must not show the person's page again from the browser's cache.
  if (locals.user) response.headers.set('Cache-Control', 'no-store');
  return response;
});

/**
 * The staff's pages are there for the staff alone: to everybody else the address is one that nobody has made, whatever is
 * asked of it. Here, and not in the pages, so that no page can forget it.
 */
const hideStaff = defineMiddleware(async ({ url, request, locals }, next) => {
  if (!/^\/staff(\/|$)/.test(url.pathname)) return next();
  const { config, db } = await getRuntime();
  const session = await findStaffSession(db, new Cookies(request.headers.get('cookie'), config));
  if (!session) return new Response(null, { status: 404 });
  locals.staffId = session.user.id;
  return next();
});

export const onRequest = sequence(noticeOutage, hideStaff, identify);

async function refuseForeign(request: Request): Promise<Response | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const { config } = await getRuntime();
  try {
    checkCsrf(request, config.allowedOrigins);
    return null;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return new Response(error.message, { status: error.status, headers: { 'Cache-Control': 'no-store' } });
  }
}
