import type { APIRoute } from 'astro';
import { addressOn } from '#layouts/json-ld.ts';
import { toJsonResume } from '#lib/domain/portfolio/import/export-json-resume.ts';
import { downloadOwnPortfolio } from '#lib/server/portfolio/download-portfolio.ts';

export const prerender = false;

/** The whole portfolio, hidden entries too, as other résumé tools read it; importing it brings all of it back. */
export const GET: APIRoute = ({ locals, redirect, site }) =>
  downloadOwnPortfolio(locals.user, redirect, async (portfolio) => ({
    name: `${portfolio.slug}-resume.json`,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(toJsonResume(portfolio, addressOn(site)(`/portfolios/${portfolio.slug}/`)), null, 2),
  }));
