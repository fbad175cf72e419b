import type { APIRoute } from 'astro';
import { listBatchesWithSeats } from '#lib/server/catalog/batch-seats.ts';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import { renderBrochure } from '#lib/server/leads/brochure-pdf.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The brochure with the batches of today. The email with the brochure links here too. [API-51] */
export const GET: APIRoute = async ({ params, locals }) => {
  if (!findProgram(params.slug ?? '')) return new Response(null, { status: 404 });
  const batches = await listBatchesWithSeats((await getRuntime()).db);
  const { bytes, type } = await renderBrochure(`brochure/${params.slug}`, locals.siteOrigin, batches);
  return new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' },
  });
};
