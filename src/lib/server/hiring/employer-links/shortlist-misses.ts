import { waitText } from '#lib/domain/core/limits/wait-text.ts';
import { consume } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { networkOf } from '#lib/server/http/client-address.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordExpiredLinks } from './link-key.ts';

/** A network may request this many links that show nothing: pages, résumés and answers together. [C-12] */
const missLimit = { max: 60, windowSeconds: 600 };

/** No other site gets the address of the page, and no search engine and no cache stores it. */
export const shortlistHeaders = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  // With `no-referrer`, browsers would send the forms of the page without their origin, which C-26 rejects.
  'Referrer-Policy': 'same-origin',
};

/**
 * Counts a request with a link that shows nothing, so that one network cannot try many links. Returns the error to respond with,
 * the same for a wrong key, a revoked link, an expired one and another job's candidate: `NOT_FOUND`, or `RATE_LIMITED`
 * for a network that has reached the limit. [C-12, C-39]
 */
export async function countShortlistMiss(db: Db, address: string): Promise<HttpError> {
  await recordExpiredLinks(db);
  const exceeded = await consume(db, [{ key: `shortlist-miss:${networkOf(address)}`, ...missLimit }]);
  if (!exceeded) return new HttpError('NOT_FOUND', { message: 'This link does not work' });
  const { retryAfter } = exceeded;
  const message = `Too many links that do not work. Try again in ${waitText(retryAfter)}.`;
  return new HttpError('RATE_LIMITED', { message, retryAfter });
}

/**
 * Returns the response of a page or a file at such an address, without a body. The link's own page fills in a 404, and
 * src/fetch.ts the others.
 */
export async function respondToShortlistMiss(db: Db, address: string): Promise<Response> {
  const error = await countShortlistMiss(db, address);
  return new Response(null, { status: error.status, headers: { ...shortlistHeaders, ...error.headers() } });
}
