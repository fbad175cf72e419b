import type { APIRoute, GetStaticPaths } from 'astro';
import { illustrationNames, illustrationSource } from '#lib/server/catalog/content/illustrations.ts';
import tokens from '../../styles/tokens.css?raw';

export const prerender = true;

export const getStaticPaths = (() =>
  illustrationNames.map((name) => ({ params: { name } }))) satisfies GetStaticPaths;

/** A drawing as a file of its own, with the colours of both schemes in it: the page need not carry it. */
export const GET: APIRoute = ({ params }) => {
  const source = illustrationSource(params.name ?? '');
  const svg = source.replace('>', `><style>${colours(source)}</style>`);
  return new Response(svg, { headers: { 'Content-Type': 'image/svg+xml' } });
};

/** Those of tokens.css that the drawing uses: light, and dark for readers who chose it. */
function colours(source: string): string {
  const used = new Set([...source.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name));
  const [light = '', dark = ''] = tokens.split('@media (prefers-color-scheme: dark)');
  const rules = (css: string) =>
    [...used].map((name) => css.match(new RegExp(`${name}: [^;]+;`))?.[0] ?? '').join('');
  return `:root{${rules(light)}}@media (prefers-color-scheme:dark){:root{${rules(dark)}}}`;
}
