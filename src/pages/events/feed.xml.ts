import type { APIRoute } from 'astro';
import { rssOf } from '#lib/server/core/feed.ts';
import { readEventFeed } from '#lib/server/events/event-feed.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** An RSS feed of events. It takes the same filters as the list. */
export const GET: APIRoute = async ({ url, locals }) => {
  const { db } = await getRuntime();
  return new Response(rssOf(await readEventFeed(db, url, locals.siteOrigin)), {
    headers: { 'Content-Type': 'application/rss+xml; charset=utf-8', 'Cache-Control': 'public, max-age=900' },
  });
};
