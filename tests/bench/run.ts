import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfChanged } from '../../scripts/build-if-changed.mjs';
import { runCommand } from '../../scripts/run.mjs';
import { findPostgres, startPostgres } from '../support/postgres.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { measureApplications } from './applications.ts';
import { measureCachedPages } from './cached-pages.ts';
import { capacityServer, measureCapacity } from './capacity/index.ts';
import { measureCertificates } from './certificates.ts';
import { compareLoads, type LoadOptions, type LoadResult, measureLoad } from './load.ts';
import { measureMemory, memorySettings } from './memory.ts';
import { compareNext } from './next-comparison.ts';
import { measurePublicPages } from './public-pages.ts';
import { printBudget, printCpuRatio, printGoals, printHeading, printRatio, printRow } from './report.ts';
import { measureReports } from './reports.ts';
import { measureTests } from './scholarship.ts';
import { createEmptyDatabase, measureStaff } from './staff.ts';
import { measureStaffPages } from './staff-pages.ts';

// `npm run bench`: compares the production server with a bare Node server and the adapter's server.
// Each server is one process under load from another. They take turns, and the median of three rounds counts.

const asProduction = {
  NODE_ENV: 'production',
  SECRET_KEY: 'only-for-measuring-only-for-measuring',
  CERTIFICATE_KEYS: Buffer.alloc(32, 1).toString('base64url'),
  MESSAGES: 'live',
  SMS_WEBHOOK_URL: 'http://127.0.0.1:9/',
  TRUSTED_PROXIES: '127.0.0.1,::1',
  // The address of a server is a line of its log.
  LOG_LEVEL: 'info',
};
const standalone = ['node_modules/.cache/bench-standalone/server/entry.mjs'];
const measure = { seconds: 3, connections: 32 };
const logout = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } } as const;
const userExists = {
  ...logout,
  body: '{"country_iso_code":"IN","phone":"9876543210"}',
  varyAddress: true,
} as const;
const portrait = '/images/thumb/192/content/portraits/ananya-iyer';
const browserAsks = { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } };

/**
 * What `npm run bench` measures in all, and `npm run bench <part>` alone: the staff's lists, the staff's pages over HTTP, the requests of one
 * application, 300 people who take the scholarship test, 10,000 certificates and their credentials, the public pages of the database,
 * the memory of a process under load (`memory 3600 40` is an hour of 40 mixed requests a second), the public pages, and other servers.
 */
const usualParts = [
  ...(['staff', 'staff-pages', 'applications', 'tests', 'certificates', 'cache', 'memory'] as const),
  ...(['pages', 'compare'] as const),
];
/**
 * What takes a quarter of an hour or more, and is measured alone: the collector and the reports with ten million events (`reports <events>`),
 * and all lists, pages, migrations and journeys with a million people (`capacity <people>`).
 */
const longParts = ['reports', 'capacity'] as const;
type Part = (typeof usualParts)[number] | (typeof longParts)[number];

const part = [...usualParts, ...longParts].find((one) => process.argv[2] === one);
const measures = (one: Part): boolean => (part ? part === one : usualParts.some((usual) => usual === one));

const inProcess: readonly Part[] = ['staff', 'applications', 'tests', 'certificates'];
if (!part || !inProcess.includes(part)) await buildIfChanged();
if (measures('compare')) await buildStandalone();

const postgres =
  part !== 'pages' && findPostgres()
    ? await startPostgres(part === 'capacity' ? capacityServer() : {})
    : null;
const onPostgres = { ...asProduction, DATABASE_URL: postgres?.url ?? '' };
const data = mkdtempSync(join(tmpdir(), 'liftoff-bench-'));
const started: ServerProcess[] = [];
try {
  if (measures('staff')) await measureStaffLists();
  if (measures('staff-pages')) await measureStaffOverHttp();
  if (measures('applications')) await measureOneApplication();
  if (measures('tests')) await measureManyTests();
  if (measures('certificates')) await measureManyCertificates();
  if (measures('cache')) await measureCache();
  if (measures('memory')) await measureMemoryUnderLoad();
  if (measures('reports')) await measureManyEvents();
  if (measures('capacity')) await measureManyPeople();
  if (measures('pages') || measures('compare')) await measureServers();
  printGoals();
} finally {
  await Promise.all(started.map((server) => server.stop()));
  await postgres?.remove();
  rmSync(data, { recursive: true, force: true });
}

async function measureServers(): Promise<void> {
  await seed({ DATA_DIR: join(data, 'ours') });
  const ours = await start({ ...asProduction, DATA_DIR: join(data, 'ours') });
  // Only budgets decide the exit code, because times depend on the machine.
  if (measures('pages') && !(await measurePublicPages(ours.url))) process.exitCode = 1;
  if (measures('compare')) await compareServers(ours);
}

async function measureStaffLists(): Promise<void> {
  await measureStaff('on PGlite', { databaseUrl: null, dataDir: join(data, 'staff') });
  if (!postgres) return;
  await measureStaff('on PostgreSQL', {
    databaseUrl: await createEmptyDatabase(postgres.url, 'staff'),
    dataDir: '',
  });
}

async function measureStaffOverHttp(): Promise<void> {
  if (!postgres) return console.log('\nStaff’s pages: SKIPPED, this machine has no PostgreSQL programs.');
  const startOn = (databaseUrl: string, isDemo: boolean) =>
    start({
      ...(isDemo ? {} : asProduction),
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: join(data, 'staff-pages') },
    });
  if (!(await measureStaffPages(postgres, startOn, end))) process.exitCode = 1;
}

async function measureManyEvents(): Promise<void> {
  if (!postgres) return console.log('\nReports: SKIPPED, this machine has no PostgreSQL programs.');
  const events = Number(process.argv.find((text) => /^\d+$/.test(text)) ?? 10_000_000);
  const startOn = (databaseUrl: string, isDemo: boolean) =>
    start({
      ...(isDemo ? {} : asProduction),
      ...{
        DATABASE_URL: databaseUrl,
        DATA_DIR: join(data, 'reports'),
        ANALYTICS_EVENTS_PER_HOUR: '1000000',
      },
    });
  if (!(await measureReports(postgres, startOn, end, events))) process.exitCode = 1;
}

async function measureManyPeople(): Promise<void> {
  if (!postgres) return console.log('\nCapacity: SKIPPED, this machine has no PostgreSQL programs.');
  const people = Number(process.argv.find((text) => /^\d+$/.test(text)) ?? 1_000_000);
  const startOn = (databaseUrl: string, isDemo: boolean) =>
    start({
      ...(isDemo ? {} : asProduction),
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: join(data, 'capacity') },
    });
  if (!(await measureCapacity(postgres, startOn, end, people))) process.exitCode = 1;
}

async function measureOneApplication(): Promise<void> {
  await measureApplications('on PGlite', { databaseUrl: null, dataDir: join(data, 'applications') });
  if (!postgres) return;
  const databaseUrl = await createEmptyDatabase(postgres.url, 'applications');
  await measureApplications('on PostgreSQL', { databaseUrl, dataDir: '' });
}

async function measureManyTests(): Promise<void> {
  const embedded = { databaseUrl: null, dataDir: join(data, 'tests') };
  if (!(await measureTests('on PGlite', embedded))) process.exitCode = 1;
  if (!postgres) return;
  const databaseUrl = await createEmptyDatabase(postgres.url, 'tests');
  if (!(await measureTests('on PostgreSQL', { databaseUrl, dataDir: '' }))) process.exitCode = 1;
}

async function measureMemoryUnderLoad(): Promise<void> {
  if (!postgres) return console.log('\nMemory: SKIPPED, this machine has no PostgreSQL programs.');
  const databaseUrl = await createEmptyDatabase(postgres.url, 'memory');
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(data, 'memory') };
  await seed(env);
  const server = await start({ ...asProduction, ...memorySettings, ...env });
  const [seconds = 60, perSecond] = process.argv.filter((text) => /^\d+$/.test(text)).map(Number);
  if (!(await measureMemory(server, { databaseUrl, seconds, perSecond }))) process.exitCode = 1;
  await end(server);
}

async function measureManyCertificates(): Promise<void> {
  await measureCertificates('on PGlite', { databaseUrl: null, dataDir: join(data, 'certificates') });
  if (!postgres) return;
  const databaseUrl = await createEmptyDatabase(postgres.url, 'certificates');
  await measureCertificates('on PostgreSQL', { databaseUrl, dataDir: '' });
}

async function measureCache(): Promise<void> {
  const embedded = { DATA_DIR: join(data, 'cache') };
  await measureCacheOn('on PGlite', embedded, 7);
  if (!postgres) return;
  const databaseUrl = await createEmptyDatabase(postgres.url, 'cache');
  await measureCacheOn(
    'on PostgreSQL',
    { DATABASE_URL: databaseUrl, DATA_DIR: join(data, 'cache-files') },
    3,
  );
}

async function measureCacheOn(name: string, env: Record<string, string>, listMs: number): Promise<void> {
  await seed(env);
  const server = await start({ ...asProduction, ...env });
  await measureCachedPages(name, server, listMs);
  await end(server);
}

async function buildStandalone(): Promise<void> {
  console.log('Building the variant to compare with …');
  const args = ['scripts/astro.mjs', 'build', '--config', 'tests/bench/astro.config.mjs'];
  const code = await runCommand('node', args, {}, 'quiet');
  if (code) process.exit(code);
}

async function compareServers(ours: ServerProcess): Promise<void> {
  await compareStatic(ours);
  await compareCall(ours);
  printHeading('On PGlite');
  const { p99 } = await measurePages(ours);
  printBudget('user-exists, p99', `${p99} ms`, p99 <= 500, 'at most 500 ms');
  if (!postgres) return console.log('\nOn PostgreSQL: SKIPPED, this machine has no PostgreSQL programs.');
  await seed({ DATABASE_URL: postgres.url });
  const oursOnPostgres = await start({ ...onPostgres, ...memorySettings, DATA_DIR: join(data, 'postgres') });
  await compareQuery(oursOnPostgres);
  printHeading('On PostgreSQL');
  await measurePages(oursOnPostgres);
  await compareNext({ ours: oursOnPostgres, databaseUrl: postgres.url, start, end });
}

async function start(env: Record<string, string>, args?: string[]): Promise<ServerProcess> {
  const server = await startServer(env, args);
  started.push(server);
  return server;
}

/** Starts once in development, because only that adds demo data. */
async function seed(env: Record<string, string>): Promise<void> {
  const server = await startServer(env);
  await server.stop();
}

async function end(server: ServerProcess): Promise<void> {
  started.splice(started.indexOf(server), 1);
  await server.stop();
}

function at(server: ServerProcess, path: string, more: Partial<LoadOptions> = {}) {
  return {
    pid: server.pid,
    options: { url: `${server.url.replace('localhost', '127.0.0.1')}${path}`, ...measure, ...more },
  };
}

async function compareStatic(server: ServerProcess): Promise<void> {
  const hello = await start({}, ['tests/bench/hello.ts', server.url]);
  const adapter = await start(
    { ...asProduction, HOST: '127.0.0.1', DATA_DIR: join(data, 'standalone') },
    standalone,
  );
  const page = await fetch(`${server.url}/`, { headers: { 'accept-encoding': 'identity' } });
  const size = (await page.arrayBuffer()).byteLength;

  printHeading(`Static page: / (${(size / 1024).toFixed(0)} KB of HTML)`);
  const [compressed, plain, bare, barePlain, bareCompressed, standaloneServer] = (await compareLoads(
    [
      at(server, '/', browserAsks),
      at(server, '/'),
      at(hello, '/'),
      at(hello, '/page/'),
      at(hello, '/page/br/', browserAsks),
      at(adapter, '/', browserAsks),
    ],
    5,
  )) as [never, never, never, never, never, never];
  printRow('server.mjs, as a browser asks (brotli)', compressed);
  printRow('server.mjs, uncompressed', plain);
  printRow('bare Node hello, 5 bytes', bare);
  printRow('bare Node, the same bytes uncompressed', barePlain);
  printRow('bare Node, the same bytes in brotli', bareCompressed);
  printRow('adapter standalone (does not compress)', standaloneServer);
  printRatio('as a browser asks, to the bare hello', compressed, bare);
  printCpuRatio('as a browser asks, to bare Node with the same bytes', compressed, bareCompressed, 0.8);
  printCpuRatio('uncompressed, to bare Node with the same bytes', plain, barePlain, 0.9);
  printRatio('to the standalone server', compressed, standaloneServer, 3);
  await end(hello);
  await end(adapter);
}

async function compareCall(server: ServerProcess): Promise<void> {
  const endpoint = await start(
    { ...asProduction, HOST: '127.0.0.1', DATA_DIR: join(data, 'endpoint') },
    standalone,
  );
  printHeading('A call without a query: POST /api/v1/auth/logout/ of a visitor');
  const path = '/api/v1/auth/logout/';
  const [front, page] = (await compareLoads([at(server, path, logout), at(endpoint, path, logout)])) as [
    never,
    never,
  ];
  printRow('server.mjs', front);
  printRow('the same handler as an Astro endpoint', page);
  printRatio('to the endpoint', front, page, 2);
  await end(endpoint);
}

async function compareQuery(server: ServerProcess): Promise<void> {
  const endpoint = await start(
    { ...onPostgres, ...memorySettings, HOST: '127.0.0.1', DATA_DIR: join(data, 'endpoint') },
    standalone,
  );
  printHeading('A call with queries, on PostgreSQL: POST /api/v1/auth/user-exists/');
  const path = '/api/v1/auth/user-exists/';
  const [front, page] = (await compareLoads([
    at(server, path, userExists),
    at(endpoint, path, userExists),
  ])) as [never, never];
  printRow('server.mjs', front);
  printRow('the same handler as an Astro endpoint', page);
  printCpuRatio('to the endpoint', front, page, 1.5);
  await end(endpoint);
}

/** Measures one request of each kind, and returns the result of the last one. */
async function measurePages(server: ServerProcess): Promise<LoadResult> {
  const requests: [string, ReturnType<typeof at>][] = [
    ['GET /', at(server, '/', browserAsks)],
    ['GET /moonshot/jobs/', at(server, '/moonshot/jobs/', browserAsks)],
    ['GET /images/…, from the cache', at(server, portrait, { headers: { accept: 'image/avif' } })],
    ['POST /api/v1/auth/user-exists/', at(server, '/api/v1/auth/user-exists/', userExists)],
  ];
  let last: LoadResult | undefined;
  for (const [name, { pid, options }] of requests) {
    last = await measureLoad(pid, options);
    printRow(name, last);
  }
  return last as LoadResult;
}
