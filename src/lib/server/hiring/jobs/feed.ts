import type { JobCard } from '#lib/contract/hiring/jobs.ts';
import { escapeMarkup } from '#lib/domain/core/escape-markup.ts';
import { dateText } from '#lib/domain/core/time-text.ts';
import { placesText } from '#lib/domain/hiring/jobs/job-text.ts';
import { salaryText } from '#lib/domain/hiring/jobs/salary-text.ts';
import type { Db } from '#lib/server/db/index.ts';
import { findJobs } from './search-jobs.ts';
import { readSearch, searchHref } from './search-query.ts';

/** Maximum number of entries. */
const feedLength = 50;

export interface Feed {
  title: string;
  description: string;
  /** The page with the same jobs. */
  pageUrl: string;
  feedUrl: string;
  items: { url: string; title: string; text: string; employer: string; tags: string[]; postedAt: Date }[];
}

/** Loads the open jobs of a search, newest first. `address` has the same query as the list's page. */
export async function readFeed(db: Db, address: URL, site: URL): Promise<Feed> {
  const { filters } = readSearch(address.searchParams);
  const jobs = await findJobs(db, { ...filters, limit: feedLength, offset: 0 }, null);
  const urlOf = (path: string) => new URL(path, site).href;
  return {
    title: 'Moonshot jobs · Liftoff',
    description: 'Associate jobs, many with a free training. You get a reply within 24 hours.',
    pageUrl: urlOf(searchHref(filters)),
    feedUrl: urlOf(searchHref(filters, 1, address.pathname)),
    items: jobs
      .filter(({ status }) => status === 'OPEN')
      .sort((one, other) => other.postedAt.localeCompare(one.postedAt))
      .map((job) => ({
        url: urlOf(`/moonshot/jobs/${job.slug}/`),
        title: `${job.title}, ${job.employer.name}`,
        text: textOf(job),
        employer: job.employer.name,
        tags: job.locations.map(({ city }) => city),
        postedAt: new Date(job.postedAt),
      })),
  };
}

const textOf = (job: JobCard): string =>
  `${job.summary} ${placesText(job.locations)}. ${salaryText(job.compensation)}. Apply by ${dateText(new Date(job.applyBy))}.`;

/** RSS 2.0 */
export function rssOf({ title, description, pageUrl, feedUrl, items }: Feed): string {
  const entries = items.map(
    (
      item,
    ) => `<item><title>${xml(item.title)}</title><link>${xml(item.url)}</link><guid>${xml(item.url)}</guid>
<description>${xml(item.text)}</description>${item.tags.map((tag) => `<category>${xml(tag)}</category>`).join('')}
<pubDate>${item.postedAt.toUTCString()}</pubDate></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${xml(title)}</title>
<link>${xml(pageUrl)}</link><description>${xml(description)}</description><language>en-IN</language>
<atom:link href="${xml(feedUrl)}" rel="self" type="application/rss+xml"/>
${entries.join('\n')}
</channel></rss>
`;
}

/** JSON Feed 1.1 */
export function jsonFeedOf({ title, description, pageUrl, feedUrl, items }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: pageUrl,
    feed_url: feedUrl,
    language: 'en-IN',
    items: items.map((item) => ({
      id: item.url,
      url: item.url,
      title: item.title,
      content_text: item.text,
      date_published: item.postedAt.toISOString(),
      authors: [{ name: item.employer }],
      tags: item.tags,
    })),
  });
}

/** Escapes text and removes characters that XML 1.0 does not allow. */
const xml = (text: string): string => escapeMarkup(text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, ''));
