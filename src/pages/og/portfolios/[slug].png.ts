import type { APIRoute } from 'astro';
import { describePortfolioPreview } from '#layouts/preview/portfolio-preview.ts';
import { computePreviewKey, getPreview } from '#layouts/preview/preview-cache.ts';
import { clientAddress } from '#lib/server/http/client-address.ts';
import { findPortfolio } from '#lib/server/portfolio/find-portfolios.ts';
import { respondToPortfolioMiss } from '#lib/server/portfolio/portfolio-misses.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/**
 * The picture that other sites show beside a link to a portfolio. Those sites are visitors, so a private one has none.
 */
export const GET: APIRoute = async ({ params, request }) => {
  const { config, db, mediaStore } = await getRuntime();
  const portfolio = await findPortfolio(db, params.slug ?? '', null);
  if (!portfolio) return respondToPortfolioMiss(db, clientAddress(request, config));

  const { words, pictureIds, readPictures } = describePortfolioPreview(portfolio, db, mediaStore);
  const key = computePreviewKey(words, pictureIds);
  const headers = { ETag: `"${key}"`, 'Cache-Control': 'public, max-age=600', 'X-Robots-Tag': 'noindex' };
  if (request.headers.get('if-none-match')?.includes(key))
    return new Response(null, { status: 304, headers });

  const picture = await getPreview(key, async () => ({ ...words, ...(await readPictures()) }));
  if (!picture) return new Response(null, { status: 503, headers: { 'Retry-After': '5' } });
  return new Response(new Uint8Array(picture), { headers: { ...headers, 'Content-Type': 'image/png' } });
};
