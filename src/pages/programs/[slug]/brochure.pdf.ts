import type { APIRoute, GetStaticPaths } from 'astro';
import { brochurePrograms } from '#lib/domain/catalog/programs.ts';
import { renderBrochure } from '#lib/server/leads/brochure-pdf.ts';

/** Rendered at build. The email with the brochure links here too. [API-51] */
export const getStaticPaths = (() =>
  brochurePrograms.map((slug) => ({ params: { slug } }))) satisfies GetStaticPaths;

export const GET: APIRoute = async ({ params, site, url }) => {
  const { bytes, type } = await renderBrochure(`brochure/${params.slug}`, (site ?? url).origin);
  return new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } });
};
