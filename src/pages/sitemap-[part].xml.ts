import type { APIRoute } from 'astro';
import { getRuntime } from '#lib/server/runtime.ts';
import { createSitemapResponse, loadSitemapPart } from '#lib/server/sitemap.ts';

export const prerender = false;

/** A part of a large site's sitemap, which `/sitemap.xml` names. */
export const GET: APIRoute = async ({ params: { part = '' }, locals }) => {
  const { db } = await getRuntime();
  const xml = /^[1-9]\d{0,5}$/.test(part) ? await loadSitemapPart(db, locals.siteOrigin, Number(part)) : null;
  return xml ? createSitemapResponse(xml) : new Response('Not found', { status: 404 });
};
