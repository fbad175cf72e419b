import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken } from '#lib/server/auth/session.ts';
import { type Db, openDatabase, openWithoutTimeouts } from '#lib/server/db/index.ts';
import { seedManyRows } from '../support/plans.ts';
import type { Postgres } from '../support/postgres.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { insertManyEnrolments, insertManyHistories } from '../support/staff/many-histories.ts';
import { loadPage, type PageTimes, timePages } from './page-times.ts';
import { printBudget, printHeading } from './report.ts';
import { watchPlans } from './scanned-tables.ts';
import { createEmptyDatabase } from './staff.ts';

const runs = 40;
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
    // Autovacuum is off, see support/postgres.ts; in production it would have run since.
    const untimed = openWithoutTimeouts(db);
    await sql`vacuum analyze`.execute(untimed.db);
    await untimed.close();
    const headers = await signInStaff(db, staffId);
    const pages = await listStaffPages(db);
    const server = await start(databaseUrl, false);
    const times = await timePages(server, pages, { headers, runs });
    await end(server);

    const explain = await watchPlans(postgres, db, databaseName);
    const explained = await start(databaseUrl, false);
    printHeading(
      `Staff's pages over HTTP with 20,000 applications and 20,000 leads, on PostgreSQL (p50 · p95 of ${runs}, the server's CPU; scans of over 1,000 rows)`,
    );
    const results: boolean[] = [];
    for (const page of times) {
      const scans = await explain(() => loadPage(explained, page.path, headers));
      results.push(printPage(page, page.path.startsWith('/staff/reports/') ? reportGoalMs : goalMs, scans));
    }
    await end(explained);
    return results.every(Boolean);
  } finally {
    await database.close();
  }
}

/** Prints the times of a page. Returns whether its p95 holds the goal. */
export function printPage(
  { path, p50, p95, cpu }: PageTimes,
  goal: number,
  scans: readonly string[],
): boolean {
  const figure = `${p50.toFixed(0)} · ${p95.toFixed(0)} ms, ${cpu.toFixed(0)} ms CPU`;
  // An id is shown by its beginning.
  const name = `${path.replaceAll(/([0-9a-f]{8})-[0-9a-f-]{27}/g, '$1…')} `;
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

/** Signs a person in without a code, and returns the headers of their requests. */
export const signInStaff = async (db: Db, userId: string) => ({
  cookie: `sid=${await insertSession(db, userId)}; signed_in=1`,
});

/** Signs a person in without a code, and returns the value of the cookie. */
export async function insertSession(db: Db, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`
    insert into session (token_hash, user_id, expires_at, user_agent)
    values (${hashToken(token)}, ${userId}, now() + interval '1 day', 'bench')`.execute(db);
  return token;
}

/** Lists the staff's pages: every list, each with its filters and orders. */
export async function listStaffPages(db: Db): Promise<string[]> {
  const { rows } = await sql<
    Record<
      'job' | 'employer' | 'location' | 'batch' | 'user' | 'application' | 'lead' | 'event' | 'enrolment',
      string
    >
  >`
    select application.job_id as job, job.employer_id as employer, application.user_id as user, application.id as application,
      (select job_location_id from job_job_location place where place.job_id = job.id limit 1) as location,
      (select id from training_batch limit 1) as batch, (select id from lead limit 1) as lead,
      (select id from live_event order by taken desc limit 1) as event, (select id from enrolment limit 1) as enrolment
    from job_application application join job on job.id = application.job_id
    where application.status = 'IN_REVIEW' limit 1`.execute(db);
  const { job, employer, location, batch, user, application, lead, event, enrolment } = rows[0] ?? {};
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
    'messages/',
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
    `enrolments/${enrolment}/`,
    'enrolments/?search=Meera',
    ...['', '?search=Meera', '?status=REVOKED'].map((filter) => `certificates/${filter}`),
    ...['', '?when=PAST'].map((filter) => `events/${filter}`),
    `events/${event}/`,
    ...['scholarships/', 'scholarships/?search=Meera', 'mastery/', 'mastery/?search=Meera'],
    ...['mock-interviews/', 'mock-interviews/payments/', 'experts/', 'privacy/', 'templates/'],
    ...['', '?kind=lead', '?search=Meera'].map((filter) => `audit/${filter}`),
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
  ].map((path) => `/staff/${path}`);
}
