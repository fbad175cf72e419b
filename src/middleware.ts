import { defineMiddleware, sequence } from 'astro:middleware';
import { presentUser } from '#lib/server/account/present-user.ts';
import { findSession } from '#lib/server/auth/session.ts';
import { isUnavailable } from '#lib/server/db/index.ts';
import { cookiesOf } from '#lib/server/http/cookies.ts';
import { checkCsrf } from '#lib/server/http/csrf.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { originPlaceholder } from '#lib/server/http/static/fill-in-origin.ts';
import { getRuntime } from '#lib/server/runtime.ts';
import { findSessionRole, findStaffSession } from '#lib/server/staff/require-staff.ts';

/** Sets `locals.siteOrigin`. One build serves at any origin, so a prerendered file gets a placeholder. */
const setSiteOrigin = defineMiddleware(async ({ isPrerendered, locals }, next) => {
  const isBuilt = isPrerendered && import.meta.env.PROD;
  locals.siteOrigin = isBuilt ? originPlaceholder : (await getRuntime()).config.siteOrigin;
  return next();
});

/** Responds with a bare 503 when the database is not available; src/fetch.ts gives it a page. */
const respondToOutage = defineMiddleware(async ({ url }, next) => {
  try {
    return await next();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const { log } = await getRuntime();
    // The key in the address of an employer's link is a secret. [C-40]
    const path = url.pathname.replace(/^\/shortlist\/[^/]+/, '/shortlist/…');
    log.error({ err: error, path }, 'the database was not available to a page');
    return new Response(null, { status: 503 });
  }
});

/**
 * Responds with 404 under `/staff/` unless the session is a staff member's, so that an outsider cannot
 * distinguish these pages from an unused address. The check comes before all others, so that no page can
 * forget it.
 */
const hideStaffPages = defineMiddleware(async ({ url, request, locals }, next) => {
  if (!/^\/staff(\/|$)/.test(url.pathname)) return next();
  const { config, db } = await getRuntime();
  const session = await findStaffSession(db, cookiesOf(request, config));
  if (!session) return new Response(null, { status: 404 });
  locals.staffId = session.user.id;
  locals.staffRole = (await findSessionRole(db, session)) ?? undefined;
  return next();
});

/**
 * Sets `locals.session` and `locals.user` for server-rendered pages; API handlers check permissions themselves. Rejects a
 * form that another site posts. [C-26]
 */
const loadUser = defineMiddleware(async ({ isPrerendered, locals, request }, next) => {
  locals.user = null;
  locals.session = null;
  if (isPrerendered) return next();
  const rejection = await rejectCrossSitePost(request);
  if (rejection) return rejection;
  if (!request.headers.has('cookie')) return next();
  const { config, db } = await getRuntime();
  const session = await findSession(db, cookiesOf(request, config));
  if (session && !session.user.disabledAt) {
    locals.session = session;
    locals.user = presentUser(session.user);
  }
  const response = await next();
  // Without this, the Back button would show the person's page from the browser's cache after they logged out.
  if (locals.user) response.headers.set('Cache-Control', 'no-store');
  return response;
});

/** Sends the cookies that an endpoint set when a form of the page called it in process. */
const sendFormCookies = defineMiddleware(async ({ request }, next) => {
  const response = await next();
  if (!isWrite(request)) return response;
  const { config } = await getRuntime();
  for (const cookie of cookiesOf(request, config).toSend()) response.headers.append('Set-Cookie', cookie);
  return response;
});

/** Responds with 405 to a form that the page has not read: it takes none. [C-40] */
const rejectUnreadForm = defineMiddleware(async ({ request }, next) => {
  const response = await next();
  if (request.method !== 'POST' || request.bodyUsed || response.status !== 200) return response;
  await response.body?.cancel();
  return new Response('This address supports GET, HEAD.', { status: 405, headers: { Allow: 'GET, HEAD' } });
});

export const onRequest = sequence(
  respondToOutage,
  setSiteOrigin,
  hideStaffPages,
  loadUser,
  sendFormCookies,
  rejectUnreadForm,
);

const isWrite = ({ method }: Request) => method !== 'GET' && method !== 'HEAD';

async function rejectCrossSitePost(request: Request): Promise<Response | null> {
  if (!isWrite(request)) return null;
  const { config } = await getRuntime();
  try {
    checkCsrf(request, config.allowedOrigins);
    return null;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return new Response(error.message, { status: error.status, headers: { 'Cache-Control': 'no-store' } });
  }
}
