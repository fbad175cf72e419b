import { waitText } from '#lib/domain/core/limits/wait-text.ts';
import { consume } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { networkOf } from '#lib/server/http/client-address.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { createPortfolioNotFoundError } from './find-portfolios.ts';

/** A network may request this many addresses without a portfolio, of pages, pictures and the API together. [C-12] */
const missLimit = { max: 60, windowSeconds: 600 };

/**
 * Counts a request for an address that leads to no portfolio, so that one network cannot try many addresses. Returns the error to
 * respond with: `NOT_FOUND`, or `RATE_LIMITED` for a network that has reached the limit. [C-12, C-39]
 */
export async function countPortfolioMiss(db: Db, address: string): Promise<HttpError> {
  const exceeded = await consume(db, [{ key: `portfolio-miss:${networkOf(address)}`, ...missLimit }]);
  if (!exceeded) return createPortfolioNotFoundError();
  const { retryAfter } = exceeded;
  const message = `Too many wrong portfolio addresses. Try again in ${waitText(retryAfter)}.`;
  return new HttpError('RATE_LIMITED', { message, retryAfter });
}

/** Returns the response of a page or a picture at such an address; src/fetch.ts gives it a page. */
export async function respondToPortfolioMiss(db: Db, address: string): Promise<Response> {
  const error = await countPortfolioMiss(db, address);
  return new Response(null, { status: error.status, headers: error.headers() });
}
