import type { APIRoute } from 'astro';
import { findSharedResume } from '#lib/server/hiring/employer-links/find-shortlist.ts';
import { respondToShortlistMiss } from '#lib/server/hiring/employer-links/shortlist-misses.ts';
import { clientAddress } from '#lib/server/http/client-address.ts';
import { respondWithFile } from '#lib/server/media/file-endpoint.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The résumé of a candidate for the person who has the employer's link. */
export const GET: APIRoute = async ({ params, request }) => {
  const { config, db, mediaStore } = await getRuntime();
  const row = await findSharedResume(db, params.key ?? '', params.application ?? '');
  if (!row) return respondToShortlistMiss(db, clientAddress(request, config));
  const response = await respondWithFile(mediaStore, row, request);
  response.headers.set('Referrer-Policy', 'no-referrer');
  return response;
};

export const HEAD = GET;
