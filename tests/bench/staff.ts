import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { migrate, openDatabase } from '#lib/server/db/index.ts';
import { findJobs, listJobs } from '#lib/server/hiring/jobs/search-jobs.ts';
import { listApplications, loadBoard } from '#lib/server/staff/hiring/applications/find-applications.ts';
import { listStaffJobs } from '#lib/server/staff/hiring/jobs/find-jobs.ts';
import { countLeads, listLeads } from '#lib/server/staff/leads/find-leads.ts';
import { loadToday } from '#lib/server/staff/today/load-today.ts';
import { explainStatements, listScannedTables, seedManyRows } from '../support/plans.ts';
import { percentilesOf } from './page-times.ts';
import { printBudget, printHeading } from './report.ts';

const runs = 60;
/** The goal for the server's time of one request, without other load. */
const goalMs = 100;

/** Measures the staff's lists and the public list with many rows. Returns false when one misses its goal. */
export async function measureStaff(
  name: string,
  place: { databaseUrl: string | null; dataDir: string },
): Promise<boolean> {
  const database = await openDatabase(place);
  try {
    const { db } = database;
    await migrate(db);
    await seedManyRows(db, { areAllOpen: true });
    const { jobId } = await db.selectFrom('jobApplication').select('jobId').executeTakeFirstOrThrow();
    printHeading(
      `Lists of 10,000 applications, 20,000 leads and 1,000 jobs, ${name} (p50 and p95 of ${runs}; what is read whole)`,
    );
    const first = await listApplications(db, { limit: 50 });
    const after = first.after ?? '';
    const page = { limit: 20, offset: 0 };
    const lists: [string, (db: Db) => Promise<unknown>][] = [
      ['staff: today', (db) => loadToday(db)],
      ['staff: board', (db) => loadBoard(db, {})],
      ['staff: board of a job', (db) => loadBoard(db, { jobId })],
      ['staff: applications, late first', (db) => listApplications(db, { limit: 50 })],
      ['staff: applications, a page further on', (db) => listApplications(db, { limit: 50, after })],
      [
        'staff: applications of a person',
        (db) => listApplications(db, { limit: 50, search: 'applicant-711' }),
      ],
      ['staff: jobs', (db) => listStaffJobs(db, { limit: 50 })],
      ['staff: jobs by a word', (db) => listStaffJobs(db, { limit: 50, search: 'payable' })],
      ['staff: leads', (db) => listLeads(db, jobId, { limit: 50 })],
      ['staff: late leads', (db) => listLeads(db, jobId, { limit: 50, late: 'true' })],
      ['staff: leads of a person', (db) => listLeads(db, jobId, { limit: 50, search: '60 00000711' })],
      ['staff: counts of leads', (db) => countLeads(db, jobId)],
      ['public: jobs and their counts', (db) => listJobs(db, page, null)],
      ['public: jobs, page 40', (db) => listJobs(db, { ...page, offset: 780 }, null)],
      ['public: jobs of a place', (db) => listJobs(db, { ...page, city: 'Pune' }, null)],
      ['public: jobs by words', (db) => listJobs(db, { ...page, search: 'payable in Pune' }, null)],
      ['public: the newest three', (db) => findJobs(db, { limit: 3, offset: 0 }, null)],
    ];
    const results: boolean[] = [];
    for (const [what, ask] of lists) {
      const [p50 = 0, p95 = 0] = await percentiles(() => ask(db));
      const scanned = listScannedTables(await explainStatements(db, ask));
      const figure = `${p50.toFixed(1)} · ${p95.toFixed(1)} ms   ${scanned.join(', ') || 'by indexes'}`;
      results.push(printBudget(what, figure, p95 <= goalMs, `p95 at most ${goalMs} ms`));
    }
    return results.every(Boolean);
  } finally {
    await database.close();
  }
}

/** Creates an empty database on the server and returns its URL. */
export async function createEmptyDatabase(server: string, name: string): Promise<string> {
  const { db, close } = await openDatabase({ databaseUrl: server, dataDir: '' });
  await sql`create database ${sql.id(name)}`.execute(db);
  await close();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

async function percentiles(ask: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs + 5; run += 1) {
    const startedAt = performance.now();
    await ask();
    // The first runs warm the caches.
    if (run >= 5) times.push(performance.now() - startedAt);
  }
  return percentilesOf(times);
}
