import type { APIRoute } from 'astro';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import { renderBrochure } from '#lib/server/leads/brochure-pdf.ts';

export const prerender = false;

/** The brochure with the batches of today. The email with the brochure links here too. [API-51] */
export const GET: APIRoute = async ({ params, site, url }) => {
  if (!findProgram(params.slug ?? '')) return new Response(null, { status: 404 });
  const { bytes, type } = await renderBrochure(`brochure/${params.slug}`, (site ?? url).origin);
  return new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' },
  });
};
