import type { APIRoute, GetStaticPaths } from 'astro';
import { illustrationNames, illustrationSource } from '#lib/server/catalog/content/illustrations.ts';
import tokens from '#styles/tokens.css?raw';

export const prerender = true;

export const getStaticPaths = (() =>
  illustrationNames.map((name) => ({ params: { name } }))) satisfies GetStaticPaths;

/** Serves a drawing as an SVG file with the colours of both schemes, so that the page does not have to inline it. */
export const GET: APIRoute = ({ params }) => {
  const source = illustrationSource(params.name ?? '');
  const svg = source.replace('>', `><style>${createColourRules(source)}</style>`);
  return new Response(svg, { headers: { 'Content-Type': 'image/svg+xml' } });
};

/** Returns CSS with the colour tokens that the drawing uses, for light and for dark. */
function createColourRules(source: string): string {
  const used = new Set([...source.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name));
  const [light = '', dark = ''] = tokens.split('@media (prefers-color-scheme: dark)');
  const rules = (css: string) =>
    [...used].map((name) => css.match(new RegExp(`${name}: [^;]+;`))?.[0] ?? '').join('');
  return `:root{${rules(light)}}@media (prefers-color-scheme:dark){:root{${rules(dark)}}}`;
}
