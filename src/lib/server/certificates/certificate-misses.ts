import { waitText } from '#lib/domain/core/limits/wait-text.ts';
import { consume } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { networkOf } from '#lib/server/http/client-address.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { createCertificateNotFoundError } from './certificate-rows.ts';

/** A network may ask for this many ids that no certificate has, of pages, pictures and the API together. [C-12] */
const missLimit = { max: 60, windowSeconds: 600 };

/**
 * Counts a request for an id that no public certificate has, so that one network cannot try many ids. Returns the error to
 * respond with: `CERTIFICATE_NOT_FOUND`, or `RATE_LIMITED` for a network that has reached the limit. [API-52, C-12]
 */
export async function countCertificateMiss(db: Db, address: string): Promise<HttpError> {
  const exceeded = await consume(db, [{ key: `certificate-miss:${networkOf(address)}`, ...missLimit }]);
  if (!exceeded) return createCertificateNotFoundError();
  const { retryAfter } = exceeded;
  const message = `Too many wrong certificate ids. Try again in ${waitText(retryAfter)}.`;
  return new HttpError('RATE_LIMITED', { message, retryAfter });
}

/** Returns the response of a file or a picture of such an id; src/fetch.ts gives it a page. */
export async function respondToCertificateMiss(db: Db, address: string): Promise<Response> {
  const error = await countCertificateMiss(db, address);
  return new Response(null, { status: error.status, headers: error.headers() });
}
