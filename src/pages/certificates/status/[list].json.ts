import type { APIRoute } from 'astro';
import { statusListCache } from '#lib/server/certificates/certificate-cache.ts';
import { findStatusList } from '#lib/server/certificates/credentials/find-status-list.ts';
import { respondWithDocument } from '#lib/server/certificates/credentials/respond.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The list in which software looks up whether a certificate was revoked. Responds with 404 for a list without certificates. */
export const GET: APIRoute = async ({ cache, params, request }) => {
  const { list = '' } = params;
  const body = /^\d{1,4}$/.test(list) ? await findStatusList(await getRuntime(), Number(list)) : null;
  if (!body) return new Response(null, { status: 404 });
  cache.set(statusListCache);
  return respondWithDocument({ request, body, type: 'application/vc' });
};
