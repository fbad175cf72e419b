import type { APIRoute, GetStaticPaths } from 'astro';
import { brochurePrograms } from '#lib/domain/catalog/programs.ts';
import { readDocument } from '#lib/server/leads/brochures/brochure-document.ts';

/** Made at build; the mail that carries it links here too (API-51). */
export const getStaticPaths = (() =>
  brochurePrograms.map((slug) => ({ params: { slug } }))) satisfies GetStaticPaths;

export const GET: APIRoute = async ({ params, site, url }) => {
  const { bytes, type } = await readDocument(`brochure/${params.slug}`, (site ?? url).origin);
  return new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } });
};
