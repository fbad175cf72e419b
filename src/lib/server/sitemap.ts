import { listCoaches, listPrograms } from './catalog/content/index.ts';
import type { Db } from './db/index.ts';
import { listEventAddresses } from './events/find-events.ts';
import { listHiringEmployerAddresses } from './hiring/employers/find-employer.ts';
import { listOpenJobAddresses } from './hiring/jobs/find-jobs.ts';
import { countIndexablePortfolios, listIndexablePortfolios } from './portfolio/find-portfolios.ts';

/**
 * The pages that search engines may show: jobs while they are open, their employers, events, portfolios whose owners allow it. The
 * format allows 50,000 addresses and 50 MB a file (sitemaps.org). A file of 10,000 is made within the time of a page.
 */
const maxAddresses = 10_000;

interface Entry {
  path: string;
  changedAt?: Date;
}

/** Returns the whole sitemap as XML or, where it is larger than a file may be, the index of its parts. */
export async function loadSitemap(db: Db, origin: string, max = maxAddresses): Promise<string> {
  const records = await listRecordEntries(db);
  const portfolios = await countIndexablePortfolios(db);
  if (records.length + portfolios <= max)
    return renderEntries([...records, ...(await listPortfolioEntries(db, 0, max))], origin);
  const parts = Math.ceil(records.length / max) + Math.ceil(portfolios / max);
  const files = Array.from({ length: parts }, (_, index) => ({ path: `/sitemap-${index + 1}.xml` }));
  return render('sitemapindex', 'sitemap', files, origin);
}

/** Returns a part of a large sitemap, from 1, as XML; null where it has no such part. Portfolios are in parts of their own. */
export async function loadSitemapPart(
  db: Db,
  origin: string,
  part: number,
  max = maxAddresses,
): Promise<string | null> {
  const records = await listRecordEntries(db);
  const recordParts = Math.ceil(records.length / max);
  const entries =
    part <= recordParts
      ? records.slice((part - 1) * max, part * max)
      : await listPortfolioEntries(db, (part - 1 - recordParts) * max, max);
  return entries.length ? renderEntries(entries, origin) : null;
}

async function listRecordEntries(db: Db): Promise<Entry[]> {
  const jobs = await listOpenJobAddresses(db);
  const employers = await listHiringEmployerAddresses(db);
  const events = await listEventAddresses(db);
  return [
    ...pages.map((path) => ({ path })),
    ...listPrograms().map(({ slug }) => ({ path: `/programs/${slug}/` })),
    ...listCoaches().map(({ slug }) => ({ path: `/coaches/${slug}/` })),
    ...jobs.map(({ slug, postedAt }) => ({ path: `/moonshot/jobs/${slug}/`, changedAt: postedAt })),
    ...employers.map(({ slug, postedAt }) => ({
      path: `/moonshot/employers/${slug}/`,
      changedAt: postedAt,
    })),
    ...events.map(({ slug, updatedAt }) => ({ path: `/events/${slug}/`, changedAt: updatedAt })),
  ];
}

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

async function listPortfolioEntries(db: Db, offset: number, limit: number): Promise<Entry[]> {
  const portfolios = await listIndexablePortfolios(db, { offset, limit });
  return portfolios.map(({ slug, updatedAt }) => ({ path: `/portfolios/${slug}/`, changedAt: updatedAt }));
}

const renderEntries = (entries: readonly Entry[], origin: string) => render('urlset', 'url', entries, origin);

function render(list: string, item: string, entries: readonly Entry[], origin: string): string {
  const items = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `<${item}><loc>${new URL(path, origin).href}</loc>${changed}</${item}>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${items.join('')}</${list}>\n`;
}

/** The response of a sitemap's file. */
export const createSitemapResponse = (xml: string): Response =>
  new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
