import type { APIRoute, GetStaticPaths } from 'astro';
import { drawPreview, type Preview } from '../../layouts/preview/draw-preview.ts';
import { listPreviews } from '../../layouts/preview/list-previews.ts';

export const prerender = true;

export const getStaticPaths = (() =>
  Object.entries(listPreviews()).map(([name, preview]) => ({
    params: { name },
    props: { preview },
  }))) satisfies GetStaticPaths;

/** The pictures that other sites show beside a link to our pages, rendered at build. */
export const GET: APIRoute<{ preview: Preview }> = async ({ props }) =>
  new Response(new Uint8Array(await drawPreview(props.preview)), {
    headers: { 'Content-Type': 'image/png' },
  });
