import type { APIRoute } from 'astro';
import { listCoaches, listPrograms } from '#lib/server/catalog/content/index.ts';
import { listEventAddresses } from '#lib/server/events/find-events.ts';
import { listHiringEmployerAddresses } from '#lib/server/hiring/employers/find-employer.ts';
import { listOpenJobAddresses } from '#lib/server/hiring/jobs/find-jobs.ts';
import { listIndexablePortfolios } from '#lib/server/portfolio/find-portfolios.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

const pages = [
  '/',
  '/programs/',
  '/coaches/',
  '/events/',
  '/alumni/',
  '/reviews/',
  '/moonshot/',
  '/moonshot/jobs/',
  '/scholarship-test/',
  '/pm-mastery/',
  '/mock-interviews/',
  '/callback/',
  '/certificates/',
  '/about/',
  '/contact/',
  '/refund-policy/',
  '/terms/',
  '/privacy-policy/',
];

/** Lists the pages that search engines may show: jobs while they are open, their employers, events, portfolios whose owners allow it. */
export const GET: APIRoute = async ({ locals }) => {
  const { db } = await getRuntime();
  const programs = listPrograms().map(({ slug }) => ({ path: `/programs/${slug}/` }));
  const coaches = listCoaches().map(({ slug }) => ({ path: `/coaches/${slug}/` }));
  const jobs = await listOpenJobAddresses(db);
  const employers = await listHiringEmployerAddresses(db);
  const events = await listEventAddresses(db);
  const portfolios = await listIndexablePortfolios(db);
  const entries: { path: string; changedAt?: Date }[] = [
    ...pages.map((path) => ({ path })),
    ...programs,
    ...coaches,
    ...jobs.map(({ slug, postedAt }) => ({ path: `/moonshot/jobs/${slug}/`, changedAt: postedAt })),
    ...employers.map(({ slug, postedAt }) => ({
      path: `/moonshot/employers/${slug}/`,
      changedAt: postedAt,
    })),
    ...events.map(({ slug, updatedAt }) => ({ path: `/events/${slug}/`, changedAt: updatedAt })),
    ...portfolios.map(({ slug, updatedAt }) => ({ path: `/portfolios/${slug}/`, changedAt: updatedAt })),
  ];
  const urls = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `<url><loc>${new URL(path, locals.siteOrigin).href}</loc>${changed}</url>`;
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
};
