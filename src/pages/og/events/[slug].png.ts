import type { APIRoute } from 'astro';
import { computePreviewKey, getPreview } from '#layouts/preview/preview-cache.ts';
import { describeEventPreview } from '#lib/server/events/event-preview.ts';
import { findPublicEvent } from '#lib/server/events/find-events.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The picture that other sites show beside a link to an event. */
export const GET: APIRoute = async ({ params, request }) => {
  const { db } = await getRuntime();
  const event = await findPublicEvent(db, params.slug ?? '');
  if (!event) return new Response(null, { status: 404 });
  const words = describeEventPreview(event);
  const key = computePreviewKey(words, []);
  const headers = { ETag: `"${key}"`, 'Cache-Control': 'public, max-age=600', 'X-Robots-Tag': 'noindex' };
  if (request.headers.get('if-none-match')?.includes(key))
    return new Response(null, { status: 304, headers });
  const picture = await getPreview(key, async () => words);
  if (!picture) return new Response(null, { status: 503, headers: { 'Retry-After': '5' } });
  return new Response(new Uint8Array(picture), { headers: { ...headers, 'Content-Type': 'image/png' } });
};
