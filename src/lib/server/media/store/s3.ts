import { openAsBlob } from 'node:fs';
import { AwsClient } from 'aws4fetch';
import {
  ConsecutiveBreaker,
  ConstantBackoff,
  circuitBreaker,
  handleAll,
  isBrokenCircuitError,
  retry,
  wrap,
} from 'cockatiel';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { MediaStore } from './media-store.ts';
import { withPieceLimit } from './piece-limit.ts';
import type { S3Address } from './s3-address.ts';

/** For 5 MB over a slow line between two data centres, until the answer begins (C-41). */
const answerMs = 15_000;
/** For the next piece of a file, once its reader asks for one: a slow reader may take as long as it needs. */
const pieceMs = 15_000;
const pauseMs = 30_000;

/**
 * Objects `{bucket}/{prefix}{id}`, addressed by path, which every service that speaks S3 understands. All three acts
 * may be repeated without harm, so each is tried a second time; after 5 failures in a row the service is left alone
 * for 30 seconds.
 */
export function s3Store(
  { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey }: S3Address,
  limits = { answerMs, pieceMs },
): MediaStore {
  // Repeating is ours: the client's own waits up to a minute.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const patiently = wrap(
    circuitBreaker(handleAll, { halfOpenAfter: pauseMs, breaker: new ConsecutiveBreaker(5) }),
    retry(handleAll, { maxAttempts: 1, backoff: new ConstantBackoff(200) }),
  );

  async function ask(method: 'PUT' | 'GET' | 'DELETE', id: string, body?: Blob): Promise<Response> {
    const url = `${endpoint}/${encodeURIComponent(bucket)}/${prefix}${id}`;
    const headers = body ? { 'content-type': body.type } : {};
    const send = async () => {
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(new Error('the media store is silent')), limits.answerMs);
      try {
        const answer = await client.fetch(url, {
          method,
          headers,
          ...(body && { body }),
          redirect: 'manual',
          signal: stop.signal,
        });
        if (answer.ok || answer.status === 404) return answer;
        throw new Error(`the media store answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
      } finally {
        clearTimeout(timer);
      }
    };
    try {
      return await patiently.execute(send);
    } catch (error) {
      throw Object.assign(
        new HttpError('SERVICE_UNAVAILABLE', { retryAfter: isBrokenCircuitError(error) ? 30 : 5 }),
        {
          cause: error,
        },
      );
    }
  }

  return {
    async put(id, path, mimeType) {
      // Read from disk while it is sent; its length is known, which S3 asks for.
      const answer = await ask('PUT', id, await openAsBlob(path, { type: mimeType }));
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`there is no bucket "${bucket}" in the media store`);
    },

    async get(id) {
      const answer = await ask('GET', id);
      if (answer.ok && answer.body) {
        const bytes = Number(answer.headers.get('content-length'));
        return { bytes, stream: withPieceLimit(answer.body, { bytes, ms: limits.pieceMs }) };
      }
      await answer.body?.cancel();
      return null;
    },

    async delete(id) {
      await (await ask('DELETE', id)).body?.cancel();
    },
  };
}
