import type { APIRoute } from 'astro';
import { jsonFeedOf } from '#lib/server/core/feed.ts';
import { readEventFeed } from '#lib/server/events/event-feed.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The JSON version of feed.xml. */
export const GET: APIRoute = async ({ url, locals }) => {
  const { db } = await getRuntime();
  return new Response(jsonFeedOf(await readEventFeed(db, url, locals.siteOrigin)), {
    headers: {
      'Content-Type': 'application/feed+json; charset=utf-8',
      'Cache-Control': 'public, max-age=900',
    },
  });
};
