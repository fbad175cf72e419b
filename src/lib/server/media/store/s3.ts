import { openAsBlob } from 'node:fs';
import { AwsClient } from 'aws4fetch';
import { ConstantBackoff, handleAll, retry } from 'cockatiel';
import { CircuitPausedError, createCircuitBreaker } from '#lib/server/core/circuit-breaker.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { MediaStore } from './media-store.ts';
import type { S3Address } from './s3-address.ts';
import { withStallTimeout } from './stall-timeout.ts';

/** Timeout until the response begins: enough for 5 MB over a slow line between two data centres (C-41). */
const responseMs = 15_000;
/** The same where nothing is sent, because a visitor waits for the picture. */
const maxReadMs = 4_000;
/**
 * Timeout until the next chunk of a file after its reader has asked for one. A slow reader may take as long
 * as it needs.
 */
const stallMs = 15_000;
const breakerMs = 30_000;

/**
 * Stores files as objects `{bucket}/{prefix}{id}`, addressed by path, which every S3 service understands. All three operations
 * are idempotent, so each is tried twice. After 5 failures in a row the service gets no requests for 30 seconds.
 */
export function s3Store(
  { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey }: S3Address,
  limits = { responseMs, stallMs },
): MediaStore {
  // We retry ourselves, because the client's own retries wait up to a minute.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const retryPolicy = retry(handleAll, { maxAttempts: 1, backoff: new ConstantBackoff(200) });
  const runUnlessPaused = createCircuitBreaker({ failuresInARow: 5, pauseMs: breakerMs });

  async function request(method: 'PUT' | 'GET' | 'DELETE', id: string, body?: Blob): Promise<Response> {
    const url = `${endpoint}/${encodeURIComponent(bucket)}/${prefix}${id}`;
    const headers = body ? { 'content-type': body.type } : {};
    const limitMs = body ? limits.responseMs : Math.min(limits.responseMs, maxReadMs);
    const send = async () => {
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(new Error('the media store is silent')), limitMs);
      try {
        const signed = await client.sign(url, {
          ...{ method, headers, redirect: 'manual' },
          ...(body && { body }),
        });
        // Not the signal of the signed request, which Node may collect while this waits. The request would then never end.
        const response = await fetch(signed, { signal: stop.signal });
        if (response.ok || response.status === 404) return response;
        throw new Error(
          `the media store answered ${response.status}: ${(await response.text()).slice(0, 300)}`,
        );
      } finally {
        clearTimeout(timer);
      }
    };
    try {
      return await runUnlessPaused(() => retryPolicy.execute(send));
    } catch (error) {
      throw Object.assign(
        new HttpError('SERVICE_UNAVAILABLE', { retryAfter: error instanceof CircuitPausedError ? 30 : 5 }),
        {
          cause: error,
        },
      );
    }
  }

  return {
    async put(id, path, mimeType) {
      // Streams from disk with a known length, which S3 requires.
      const response = await request('PUT', id, await openAsBlob(path, { type: mimeType }));
      await response.body?.cancel();
      if (!response.ok) throw new Error(`there is no bucket "${bucket}" in the media store`);
    },

    async get(id) {
      const response = await request('GET', id);
      if (response.ok && response.body) {
        const bytes = Number(response.headers.get('content-length'));
        return { bytes, stream: withStallTimeout(response.body, { bytes, ms: limits.stallMs }) };
      }
      await response.body?.cancel();
      return null;
    },

    async delete(id) {
      await (await request('DELETE', id)).body?.cancel();
    },
  };
}
