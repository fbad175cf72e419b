import type { APIRoute } from 'astro';
import { createUrlResolver } from '#layouts/json-ld.ts';
import { drawInTurn } from '#lib/server/documents/draw-in-turn.ts';
import { downloadOwnPortfolio } from '#lib/server/portfolio/download-portfolio.ts';

export const prerender = false;

/**
 * The portfolio as visitors see it, as a PDF on A4. The renderer is loaded with the first request, because it is large.
 */
export const GET: APIRoute = ({ locals, redirect }) =>
  downloadOwnPortfolio(locals.user, redirect, async (portfolio) => {
    const { renderPortfolioPdf } = await import('#lib/server/portfolio/portfolio-pdf.ts');
    const url = createUrlResolver(locals.siteOrigin)(`/portfolios/${portfolio.slug}/`);
    const pdf = await drawInTurn(portfolio, () => renderPortfolioPdf(portfolio, url));
    return { name: `${portfolio.slug}.pdf`, type: 'application/pdf', body: new Uint8Array(pdf) };
  });
