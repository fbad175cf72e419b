/**
 * How an answer says that visitors may keep it: it is the same for everybody without a session, and asked for again while there is a
 * connection. A shared cache revalidates it too, and a request with a session gets its own answer then.
 */
export const publicControl = 'public, no-cache';

/** Sent with an answer to one person: without cookies the same address has an answer for everybody. The service worker reads it. */
export const publicVersionHeader = 'Public-Version';

/** Marks a server-rendered page that depends on nothing of the visitor but the signed-in `user`. [APP-01] */
export function markPublicPage(headers: Headers, user: object | null | undefined): void {
  if (user) headers.set(publicVersionHeader, '?1');
  else headers.set('Cache-Control', publicControl);
}
