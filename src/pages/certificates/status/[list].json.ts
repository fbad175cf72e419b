import type { APIRoute } from 'astro';
import { statusListCache } from '#lib/server/certificates/certificate-cache.ts';
import { respondWithStatusList } from '#lib/server/certificates/credentials/respond.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The list in which software looks up whether a certificate was revoked. Responds with 404 for a list without certificates. */
export const GET: APIRoute = async ({ cache, params, request }) => {
  const response = await respondWithStatusList(await getRuntime(), params.list ?? '', request);
  // Only an answer of 200 is kept.
  cache.set(statusListCache);
  return response;
};
