import type { JobCard } from '#lib/contract/hiring/jobs.ts';
import { dateText } from '#lib/domain/core/time-text.ts';
import { placesText } from '#lib/domain/hiring/jobs/job-text.ts';
import { salaryText } from '#lib/domain/hiring/jobs/salary-text.ts';
import type { Feed } from '#lib/server/core/feed.ts';
import type { Db } from '#lib/server/db/index.ts';
import { findJobs } from './search-jobs.ts';
import { readSearch, searchHref } from './search-query.ts';

/** Maximum number of entries. */
const feedLength = 50;

/** Loads the open jobs of a search, newest first. `address` has the same query as the list's page. */
export async function readFeed(db: Db, address: URL, siteOrigin: string): Promise<Feed> {
  const { filters } = readSearch(address.searchParams);
  const jobs = await findJobs(db, { ...filters, limit: feedLength, offset: 0 }, null);
  const urlOf = (path: string) => new URL(path, siteOrigin).href;
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
        author: job.employer.name,
        tags: job.locations.map(({ city }) => city),
        postedAt: new Date(job.postedAt),
      })),
  };
}

const textOf = (job: JobCard): string =>
  `${job.summary} ${placesText(job.locations)}. ${salaryText(job.compensation)}. Apply by ${dateText(new Date(job.applyBy))}.`;
