import type { APIRoute } from 'astro';
import { addressOn } from '#layouts/json-ld.ts';
import { drawInTurn } from '#lib/server/documents/draw-in-turn.ts';
import { ownPortfolioFile } from '#lib/server/portfolio/own-file.ts';

export const prerender = false;

/** What visitors see, on A4. The part that draws it loads with the first one. */
export const GET: APIRoute = ({ locals, redirect, site }) =>
  ownPortfolioFile(locals.user, redirect, async (portfolio) => {
    const { portfolioPdf } = await import('#lib/server/portfolio/portfolio-pdf.ts');
    const url = addressOn(site)(`/portfolios/${portfolio.slug}/`);
    const pdf = await drawInTurn(portfolio, () => portfolioPdf(portfolio, url));
    return { name: `${portfolio.slug}.pdf`, type: 'application/pdf', body: new Uint8Array(pdf) };
  });
