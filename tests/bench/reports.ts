import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { type Db, openDatabase, openWithoutTimeouts } from '#lib/server/db/index.ts';
import { rebuildReports, rollUpReports } from '#lib/server/staff/reports/roll-up/index.ts';
import type { Postgres } from '../support/postgres.ts';
import type { ServerProcess } from '../support/server-process.ts';
import {
  eventsPerVisit,
  insertManyConversions,
  insertManySpend,
  insertManyVisits,
} from '../support/staff/many-visits.ts';
import { cpuSeconds } from './load.ts';
import { timePages } from './page-times.ts';
import { printHeading } from './report.ts';
import { createEmptyDatabase } from './staff.ts';
import { printPage, requireAdminId, signInStaff } from './staff-pages.ts';

const runs = 20;
const goalMs = 300;
const databaseName = 'reports';
/** How long batches are sent to the collector, by how many visitors at a time. */
const ingest = { seconds: 10, visitors: 16 };
const visitsPerChunk = 50_000;

type Start = (databaseUrl: string, isDemo: boolean) => Promise<ServerProcess>;

/**
 * Measures the collector, the growth of the database and the reports with `events` events of a year in PostgreSQL. Returns false
 * when a report misses its goal.
 */
export async function measureReports(
  postgres: Postgres,
  start: Start,
  end: (server: ServerProcess) => Promise<void>,
  events: number,
): Promise<boolean> {
  const databaseUrl = await createEmptyDatabase(postgres.url, databaseName);
  await end(await start(databaseUrl, true));
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  const { db, close } = openWithoutTimeouts(database.db);
  try {
    printHeading(`Reports with ${events.toLocaleString('en')} events of a year, on PostgreSQL`);
    const server = await start(databaseUrl, false);
    await measureCollector(server);
    await fillDatabase(db, events);
    await measureRollUp(db);
    const holds = await measurePages(db, server);
    await end(server);
    return holds;
  } finally {
    await close();
    await database.close();
  }
}

/** Sends batches of new visits to the collector, over HTTP. */
async function measureCollector(server: ServerProcess): Promise<void> {
  const until = performance.now() + ingest.seconds * 1000;
  const before = cpuSeconds(server.pid);
  let sent = 0;
  const visit = async (visitor: number) => {
    for (let n = 0; performance.now() < until; n += 1) {
      await sendVisit(server.url, `198.51.${visitor}.${n % 250}`);
      sent += eventsPerVisit;
    }
  };
  await Promise.all(Array.from({ length: ingest.visitors }, (_, visitor) => visit(visitor)));
  const cpu = ((cpuSeconds(server.pid) - before) / sent) * 1e6;
  print(
    'collector, in batches of ten',
    `${Math.round(sent / ingest.seconds)} events/s, ${cpu.toFixed(0)} µs CPU each`,
  );
}

async function sendVisit(url: string, address: string): Promise<void> {
  const events = Array.from({ length: eventsPerVisit }, (_, index) => ({
    ...{ name: 'page_viewed', number: index + 1, age: 1000, path: '/programs/embark-pro/' },
    properties: { referrer_host: null },
  }));
  const response = await fetch(`${url}/api/v1/analytics/events/`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', cookie: 'consent=analytics; utm_first=s=news', origin: url },
      'x-forwarded-for': address,
    },
    body: JSON.stringify({ visit_id: randomUUID(), events }),
  });
  const answer = (await response.json()) as { is_sampled?: boolean };
  if (!answer.is_sampled)
    throw new Error(`The collector answered ${response.status}: ${JSON.stringify(answer)}`);
}

async function fillDatabase(db: Db, events: number): Promise<void> {
  const visits = Math.round(events / eventsPerVisit);
  const before = await readSizes(db);
  const seconds = await timed(async () => {
    for (let from = 0; from < visits; from += visitsPerChunk)
      await insertManyVisits(db, from, Math.min(visitsPerChunk, visits - from));
  });
  const after = await readSizes(db);
  const perMillion = (name: 'events' | 'visits', count: number) =>
    `${((after[name] - before[name]) / 1e6 / (count / 1e6)).toFixed(0)} MB per million`;
  print('events', `${perMillion('events', events)} with their indexes`);
  print('visits', `${perMillion('visits', visits)} with their indexes`);
  print(
    'the database',
    `${((after.all - before.all) / 1e6 / (events / 1e6)).toFixed(0)} MB per million events`,
  );
  print('written in bulk', `${seconds.toFixed(0)} s`);
  // A visit in twenty signs up.
  await insertManyConversions(db, Math.round(visits / 20));
  await insertManySpend(db);
  await sql`vacuum analyze`.execute(db);
}

async function readSizes(db: Db): Promise<Record<'events' | 'visits' | 'all', number>> {
  const { rows } = await sql<Record<'events' | 'visits' | 'all', string>>`
    select pg_total_relation_size('analytics_event') as events, pg_total_relation_size('analytics_visit') as visits,
      pg_database_size(current_database()) as "all"`.execute(db);
  const { events = 0, visits = 0, all = 0 } = rows[0] ?? {};
  return { events: Number(events), visits: Number(visits), all: Number(all) };
}

async function measureRollUp(db: Db): Promise<void> {
  print('counted again from all rows', `${(await timed(() => rebuildReports(db))).toFixed(1)} s`);
  await sql`vacuum analyze`.execute(db);
  print('a roll-up without changes', `${((await timed(() => rollUpReports(db))) * 1000).toFixed(0)} ms`);
  const { rows } = await sql<Record<'visits' | 'conversions' | 'cohorts', number>>`
    select (select count(*) from analytics_day)::int as visits, (select count(*) from conversion_day)::int as conversions,
      (select count(*) from cohort_week)::int as cohorts`.execute(db);
  const { visits = 0, conversions = 0, cohorts = 0 } = rows[0] ?? {};
  print(
    'rows that reports read',
    `${visits} of visits, ${conversions} of conversions, ${cohorts} of cohorts`,
  );
}

const breakdowns = [
  'FIRST_SOURCE',
  'SESSION_SOURCE',
  'FIRST_CAMPAIGN',
  'SESSION_CAMPAIGN',
  'PROGRAM',
  'DEVICE',
  'WEEK',
];
const year = `from=${daysAgo(364)}&to=${daysAgo(0)}`;

export const reportPages = [
  ...breakdowns.map((by) => `visits/?period=90&by=${by}`),
  ...['FIRST_SOURCE', 'SESSION_CAMPAIGN', 'PROGRAM'].map((by) => `visits/?${year}&by=${by}`),
  `visits/?${year}&firstSource=source-1&by=DEVICE`,
  ...['cohort=SIGN_UP&range=52', 'cohort=FIRST_TOUCH&step=JOINED&range=52'].map(
    (query) => `cohorts/?${query}`,
  ),
  ...['period=90', 'period=90&by=CAMPAIGN', `${year}&by=CAMPAIGN&touch=SESSION`].map(
    (query) => `costs/?${query}`,
  ),
].map((path) => `/staff/reports/${path}`);

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000 + 19_800_000).toISOString().slice(0, 10);
}

async function measurePages(db: Db, server: ServerProcess): Promise<boolean> {
  const headers = await signInStaff(db, await requireAdminId(db));
  const times = await timePages(server, reportPages, { headers, runs });
  return times.map((page) => printPage(page, goalMs, [])).every(Boolean);
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return (performance.now() - begun) / 1000;
}

const print = (what: string, figure: string): void => console.log(`  ${what.padEnd(46)}${figure}`);
