import type { APIRoute } from 'astro';
import { addressOn } from '#layouts/json-ld.ts';
import { drawInTurn } from '#lib/server/documents/draw-in-turn.ts';
import { downloadOwnPortfolio } from '#lib/server/portfolio/download-portfolio.ts';

export const prerender = false;

/** What visitors see, on A4. The part that draws it loads with the first one. */
export const GET: APIRoute = ({ locals, redirect, site }) =>
  downloadOwnPortfolio(locals.user, redirect, async (portfolio) => {
    const { renderPortfolioPdf } = await import('#lib/server/portfolio/portfolio-pdf.ts');
    const url = addressOn(site)(`/portfolios/${portfolio.slug}/`);
    const pdf = await drawInTurn(portfolio, () => renderPortfolioPdf(portfolio, url));
    return { name: `${portfolio.slug}.pdf`, type: 'application/pdf', body: new Uint8Array(pdf) };
  });
