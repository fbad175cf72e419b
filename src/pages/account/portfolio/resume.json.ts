import type { APIRoute } from 'astro';
import { createUrlResolver } from '#layouts/json-ld.ts';
import { toJsonResume } from '#lib/domain/portfolio/import/export-json-resume.ts';
import { downloadOwnPortfolio } from '#lib/server/portfolio/download-portfolio.ts';

export const prerender = false;

/**
 * The whole portfolio with its hidden entries, in the JSON Resume format of other résumé tools. Importing it restores
 * all.
 */
export const GET: APIRoute = ({ locals, redirect }) =>
  downloadOwnPortfolio(locals.user, redirect, async (portfolio) => ({
    name: `${portfolio.slug}-resume.json`,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(
      toJsonResume(portfolio, createUrlResolver(locals.siteOrigin)(`/portfolios/${portfolio.slug}/`)),
      null,
      2,
    ),
  }));
