import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { listPublicPages } from '../cached-pages.ts';
import { timePages } from '../page-times.ts';
import { printBudget, printHeading } from '../report.ts';
import type { BuiltServer } from './built-server.ts';

const goalMs = 100;
const runs = Number(process.env.CAPACITY_RUNS ?? 20);

/** What the cache does not know makes the server render a page. */
const uncached = { cookie: 'unknown=1' };

/** Public pages and requests of the API that read the database but are not in the cache. */
const otherPaths = [
  ...['/moonshot/', '/mock-interviews/', '/scholarship-test/', '/pm-mastery/'],
  ...[
    '/moonshot/jobs/?search=payable',
    '/moonshot/jobs/?page=20',
    '/moonshot/jobs/?city=Pune&family=voice_support',
  ],
  ...[
    '/sitemap.xml',
    '/moonshot/jobs/feed.xml',
    '/moonshot/jobs/feed.json',
    '/events/feed.xml',
    '/events/calendar.ics',
  ],
  ...['/certificates/K7TQM4XWHN2C/credential.json', '/certificates/status/0.json'],
  ...['/api/v1/moonshot/jobs/', '/api/v1/live-events/', '/api/v1/public/certificates/K7TQM4XWHN2C/'],
  '/api/v1/public/cap/eligible-batch/',
];

/**
 * Measures the public pages of the database, where they are rendered and where the cache has them. Returns false when one that is
 * rendered misses its goal.
 */
export async function measurePublicPages(db: Db, { use, explain }: BuiltServer): Promise<boolean> {
  const [paths, rendered, cached] = await use(async (server) => {
    const known = Object.values(await listPublicPages(server.url));
    const all = [...new Set([...known, ...(await listRecords(db)), ...otherPaths])];
    return [
      all,
      await timePages(server, all, { headers: uncached, runs }),
      await timePages(server, all, { runs }),
    ] as const;
  });
  const scans = await explain(paths, uncached);
  printHeading(
    `Public pages (p50 · p95 of ${runs}: rendered for each request; as a visitor asks for them again)`,
  );
  return rendered
    .map((page, index) => {
      const again = cached[index];
      const figure = `${page.p50.toFixed(0)} · ${page.p95.toFixed(0)} ms; ${again?.p50.toFixed(1)} · ${again?.p95.toFixed(1)} ms`;
      return printBudget(
        `${page.path} `,
        figure,
        page.p95 <= goalMs,
        `rendered at most ${goalMs} ms`,
        scans[index],
      );
    })
    .every(Boolean);
}

/** Lists pages of records that the demo data does not have: a job with many applications, a portfolio, a certificate. */
async function listRecords(db: Db): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    (select '/moonshot/jobs/' || slug || '/' as path from job where status = 'OPEN' order by posted_at limit 1)
    union all (select '/moonshot/employers/' || slug || '/' from employer where archived_at is null limit 1)
    union all (select '/events/' || slug || '/' from live_event where starts_at > now() order by taken desc limit 1)
    union all (select '/portfolios/' || slug || '/' from portfolio where visibility = 'PUBLIC' order by id desc limit 1)
    union all (select '/certificates/' || short_uuid || '/' from certificate where status = 'ISSUED' order by id desc limit 1)`.execute(
    db,
  );
  return rows.map(({ path }) => path);
}
