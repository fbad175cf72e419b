import type { APIRoute } from 'astro';
import { getRuntime } from '#lib/server/runtime.ts';
import { createSitemapResponse, loadSitemap } from '#lib/server/sitemap.ts';

export const prerender = false;

/** Lists the pages that search engines may show; a large site's in several files. */
export const GET: APIRoute = async ({ locals }) => {
  const { db } = await getRuntime();
  return createSitemapResponse(await loadSitemap(db, locals.siteOrigin));
};
