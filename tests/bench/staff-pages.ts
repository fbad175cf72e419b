import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { hashToken } from '#lib/server/auth/session.ts';
import { type Db, openDatabase } from '#lib/server/db/index.ts';
import { seedManyRows } from '../support/plans.ts';
import type { Postgres } from '../support/postgres.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { insertManyEnrolments, insertManyHistories } from '../support/staff/many-histories.ts';
import { cpuSeconds } from './load.ts';
import { printBudget, printHeading } from './report.ts';
import { watchPlans } from './scanned-tables.ts';
import { createEmptyDatabase } from './staff.ts';

const runs = 20;
/** The time of one page over HTTP without other load, to its last byte. */
const goalMs = 100;
const reportGoalMs = 300;
const databaseName = 'staff_pages';

/** Starts the built server on a database; `isDemo` adds the demo data. */
type Start = (databaseUrl: string, isDemo: boolean) => Promise<ServerProcess>;

/**
 * Measures every staff list as staff open it, with 20,000 applications and 20,000 leads in PostgreSQL. Returns false when one
 * misses its goal.
 */
export async function measureStaffPages(
  postgres: Postgres,
  start: Start,
  end: (server: ServerProcess) => Promise<void>,
): Promise<boolean> {
  const databaseUrl = await createEmptyDatabase(postgres.url, databaseName);
  await end(await start(databaseUrl, true));
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  try {
    const { db } = database;
    const staffId = await requireAdminId(db);
    await seedManyRows(db, {
      applications: 20_000,
      insertMore: async (trx) => {
        await insertManyHistories(trx, staffId);
        await insertManyEnrolments(trx, 5000);
      },
    });
    const token = await insertSession(db, staffId);
    const pages = await listPages(db);
    const load = async (server: ServerProcess, path: string) => {
      const headers = { cookie: `sid=${token}; signed_in=1` };
      const response = await fetch(`${server.url}/staff/${path}`, { headers, redirect: 'error' });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`/staff/${path} answered ${response.status}`);
    };

    const times = new Map<string, number[]>();
    const cpu = new Map<string, number>();
    const server = await start(databaseUrl, false);
    // The pages take turns, so that other load on the machine affects all of them; the first rounds warm the caches.
    for (let round = -3; round < runs; round += 1)
      for (const path of pages) {
        const before = cpuSeconds(server.pid);
        const begun = performance.now();
        await load(server, path);
        if (round < 0) continue;
        times.set(path, [...(times.get(path) ?? []), performance.now() - begun]);
        cpu.set(path, (cpu.get(path) ?? 0) + cpuSeconds(server.pid) - before);
      }
    await end(server);

    const explain = await watchPlans(postgres, db, databaseName);
    const explained = await start(databaseUrl, false);
    printHeading(
      `Staff's pages over HTTP with 20,000 applications and 20,000 leads, on PostgreSQL (p50 · p95 of ${runs}, the server's CPU; scans of over 1,000 rows)`,
    );
    const results: boolean[] = [];
    for (const path of pages) {
      const scans = await explain(() => load(explained, path));
      results.push(printPage(path, times.get(path) ?? [], (cpu.get(path) ?? 0) / runs, scans));
    }
    await end(explained);
    return results.every(Boolean);
  } finally {
    await database.close();
  }
}

function printPage(path: string, times: readonly number[], cpu: number, scans: readonly string[]): boolean {
  const sorted = times.toSorted((one, other) => one - other);
  const [p50 = 0, p95 = 0] = [0.5, 0.95].map((part) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
  const goal = path.startsWith('reports/') ? reportGoalMs : goalMs;
  const figure = `${p50.toFixed(0)} · ${p95.toFixed(0)} ms, ${(cpu * 1000).toFixed(0)} ms CPU`;
  // An id is shown by its beginning.
  const name = `/staff/${path.replaceAll(/([0-9a-f]{8})-[0-9a-f-]{27}/g, '$1…')} `;
  return printBudget(name, figure, p95 <= goal, `p95 at most ${goal} ms`, scans);
}

export async function requireAdminId(db: Db): Promise<string> {
  const { userId } = await db
    .selectFrom('userRole')
    .select('userId')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  return userId;
}

/** Signs a person in without a code, and returns the value of the cookie. */
export async function insertSession(db: Db, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`
    insert into session (token_hash, user_id, expires_at, user_agent)
    values (${hashToken(token)}, ${userId}, now() + interval '1 day', 'bench')`.execute(db);
  return token;
}

/** Lists the pages below `/staff/`: every list, each with its filters and orders. */
async function listPages(db: Db): Promise<string[]> {
  const { rows } = await sql<
    Record<'job' | 'employer' | 'location' | 'batch' | 'user' | 'application' | 'lead', string>
  >`
    select application.job_id as job, job.employer_id as employer, application.user_id as user, application.id as application,
      (select job_location_id from job_job_location place where place.job_id = job.id limit 1) as location,
      (select id from training_batch limit 1) as batch, (select id from lead limit 1) as lead
    from job_application application join job on job.id = application.job_id
    where application.status = 'IN_REVIEW' limit 1`.execute(db);
  const { job, employer, location, batch, user, application, lead } = rows[0] ?? {};
  const today = new Date().toISOString().slice(0, 10);
  const orders = ['newest', 'oldest', 'fit', 'name'];
  return [
    '',
    'applications/',
    ...orders.map((sort) => `applications/?sort=${sort}`),
    ...[
      'status=SHORTLISTED',
      'late=true',
      `jobId=${job}`,
      `employerId=${employer}`,
      `locationId=${location}`,
    ].map((filter) => `applications/?${filter}`),
    ...['owner=me', 'owner=none', 'fit=ALL', 'fit=SOME', `from=${today}&to=${today}`, `batchId=${batch}`].map(
      (filter) => `applications/?${filter}`,
    ),
    ...['search=applicant-711', 'search=Meera', 'search=MS-26-00042', 'search=Meera&sort=name'].map(
      (filter) => `applications/?${filter}`,
    ),
    ...['', `?jobId=${job}`, '?owner=me'].map((filter) => `applications/board/${filter}`),
    `applications/${application}/`,
    ...[
      '',
      '?status=CONVERTED',
      '?late=true',
      '?mine=true',
      '?programSlug=embark-pro&source=CALLBACK',
      '?search=lead711',
    ].map((filter) => `leads/${filter}`),
    `leads/${lead}/`,
    ...['', '?status=VERIFIED', '?search=candidate-711', '?search=Meera'].map(
      (filter) => `candidates/${filter}`,
    ),
    // Has the messages to a person.
    `candidates/${user}/`,
    ...['', '?status=OPEN', '?status=CLOSED', '?search=payable'].map((filter) => `jobs/${filter}`),
    'batches/',
    `batches/${batch}/`,
    ...['?view=week', '?view=day', '?view=list', `?view=week&jobId=${job}`].map(
      (filter) => `slots/${filter}`,
    ),
    'interviewers/',
    ...[
      '',
      `?employerId=${employer}`,
      '?status=JOINED',
      `?month=${today.slice(0, 7)}`,
      '?due=true',
      '?search=Meera',
    ].map((filter) => `placements/${filter}`),
    ...['', '?status=COMPLETED'].map((filter) => `enrolments/${filter}`),
    'audit/',
    'people/',
    'employers/',
    ...['search/?q=Meera', 'search/?q=%2B91+70100+00711', 'search/?q=payable'],
    ...['period=7', 'period=30', 'period=90', `period=90&jobId=${job}`, 'period=90&city=Pune'].map(
      (filter) => `reports/hiring/?${filter}`,
    ),
    ...['EMPLOYER', 'FIRST_SOURCE', 'OWNER', 'WEEK'].map((by) => `reports/hiring/?period=90&by=${by}`),
    ...['reached=OFFER', 'status=NOT_SELECTED', 'reply=OVERDUE', 'firstSource=linkedin'].map(
      (filter) => `reports/hiring/applications/?period=90&${filter}`,
    ),
  ];
}
