import { defineMiddleware } from 'astro:middleware';
import { Cookies } from './lib/server/http/cookies.ts';
import { presentUser } from './lib/server/present-user.ts';
import { getRuntime } from './lib/server/runtime.ts';
import { findSession } from './lib/server/session.ts';

/** Session cookie → `locals.user`, for server-rendered pages. Pages show; handlers decide. */
export const onRequest = defineMiddleware(async ({ isPrerendered, locals, request }, next) => {
  locals.user = null;
  if (isPrerendered || !request.headers.has('cookie')) return next();
  const { config, db } = await getRuntime();
  const session = await findSession(db, new Cookies(request.headers.get('cookie'), config));
  if (session && !session.user.disabledAt) locals.user = presentUser(session.user);
  return next();
});
