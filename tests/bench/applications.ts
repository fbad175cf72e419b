import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createApi } from '#lib/server/api.ts';
import { readConfig } from '#lib/server/config.ts';
import { type Db, migrate, openDatabase } from '#lib/server/db/index.ts';
import { seedJobs } from '#lib/server/demo/jobs.ts';
import { createLog } from '#lib/server/log.ts';
import { openMediaStore } from '#lib/server/media/store/index.ts';
import { openMessages } from '#lib/server/runtime.ts';
import type { TestApi } from '../support/api.ts';
import {
  applications,
  insertSlot,
  signUpCandidate,
  startApplication,
  submitApplication,
} from '../support/hiring/candidates.ts';
import { signUpStaff } from '../support/hiring/staff.ts';
import { createCountingApi } from '../support/statements.ts';
import { Visitor } from '../support/visitor.ts';
import { printHeading } from './report.ts';

const rounds = 30;
const slug = 'voice-support-associate-cl13';

/** The measured cost of one request; CPU is this process's, so on PGlite it includes the database. */
export interface Cost {
  ms: number;
  cpuMs: number;
  statements: number;
}

/** Sends one request of a kind, undoes its change, and returns what the request took. */
export type MeasureRequest = () => Promise<Cost>;

type Place = { databaseUrl: string | null; dataDir: string };

/** Prints the middle of several rounds of the requests that read or change an application. */
export async function measureApplications(name: string, place: Place): Promise<void> {
  const { requests, close } = await prepareRequests(place);
  try {
    printHeading(`Requests of one application, ${name} (medians of ${rounds} rounds)`);
    const costs: Record<string, Cost[]> = {};
    // The variants take turns, so that other load on the machine affects all of them; the first two rounds
    // warm the caches.
    for (let round = -2; round < rounds; round += 1)
      for (const [name, measure] of Object.entries(requests)) {
        const cost = await measure();
        costs[name] ??= [];
        if (round >= 0) costs[name].push(cost);
      }
    for (const [name, all] of Object.entries(costs)) {
      const [ms, cpu, statements] = (['ms', 'cpuMs', 'statements'] as const).map((key) => median(all, key));
      console.log(
        `  ${name.padEnd(46)}${ms?.toFixed(1).padStart(8)} ms ${cpu?.toFixed(1).padStart(7)} ms CPU ${String(statements).padStart(4)} statements`,
      );
    }
  } finally {
    await close();
  }
}

const median = (costs: readonly Cost[], key: keyof Cost): number =>
  costs.map((cost) => cost[key]).toSorted((a, b) => a - b)[costs.length >> 1] ?? Number.NaN;

/** Opens a database with an application in each state that the requests need. */
export async function prepareRequests(
  place: Place,
): Promise<{ requests: Record<string, MeasureRequest>; close(): Promise<void> }> {
  const { test, close } = await openTestApi(place);
  const { db } = test;
  const counting = createCountingApi(test);
  const measure = async (visitor: Visitor, key: string, body?: unknown): Promise<Cost> => {
    const cpu = process.cpuUsage();
    const begun = performance.now();
    const { status, statements, body: answer } = await counting.call(visitor, key, body);
    const ms = performance.now() - begun;
    const { user, system } = process.cpuUsage(cpu);
    if (status !== 200) throw new Error(`${key} answered ${status} ${JSON.stringify(answer)}`);
    return { ms, cpuMs: (user + system) / 1000, statements };
  };

  const staff = (await signUpStaff(test)).visitor;
  const move = (id: string, action: string) =>
    measure(staff, 'POST /api/v1/staff/job-applications/move/', {
      application_ids: [id],
      action,
      reason_code: 'OTHER',
    });
  const applicant = await signUpCandidate(test);
  const draft = await startApplication(applicant, slug);
  const { status, stageKey } = await findApplication(db, draft);
  const invited = await signUpCandidate(test);
  const chosen = await submitApplication(invited, slug);
  for (const action of ['START_REVIEW', 'SHORTLIST', 'MOVE_TO_INTERVIEW']) await move(chosen, action);
  const reviewed = await submitApplication(await signUpCandidate(test), slug);
  await move(reviewed, 'START_REVIEW');
  // Deliveries have ended before a request is measured.
  await test.messages.close();

  const path = `${applications}${chosen}/`;
  const slots = [await insertSlot(db, slug), await insertSlot(db, slug, { inMinutes: 7000 })];
  const reschedule = async () => {
    slots.reverse();
    const cost = await measure(invited.visitor, `POST ${path}reschedule-interview/`, { slot_id: slots[0] });
    await db.updateTable('interview').set({ reschedulesUsed: 0 }).execute();
    await deleteEvents(db, chosen, 'RESCHEDULE_INTERVIEW');
    return cost;
  };
  await reschedule();
  const requests = {
    'candidate submits': async () => {
      const cost = await measure(applicant.visitor, `POST ${applications}${draft}/submit/`, {});
      const undone = { status, stageKey, submittedAt: null };
      await db.updateTable('jobApplication').set(undone).where('id', '=', draft).execute();
      await deleteEvents(db, draft, 'SUBMIT');
      return cost;
    },
    'candidate moves an interview': reschedule,
    'candidate reads one': () => measure(invited.visitor, `GET ${path}`),
    'candidate lists': () => measure(invited.visitor, `GET ${applications}`),
    'candidate reads free slots': () => measure(invited.visitor, `GET ${path}reschedule-interview/slots/`),
    'staff read one': () => measure(staff, `GET /api/v1/staff/job-applications/${chosen}/`),
    'staff move one': async () => {
      const cost = await move(reviewed, 'HOLD');
      await move(reviewed, 'RESUME');
      await deleteEvents(db, reviewed, 'HOLD', 'RESUME');
      return cost;
    },
  };
  return { requests, close };
}

const findApplication = (db: Db, id: string) =>
  db.selectFrom('jobApplication').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

type Action = 'SUBMIT' | 'HOLD' | 'RESUME' | 'RESCHEDULE_INTERVIEW';

/** Otherwise the history grows with each round, and with it the responses. */
const deleteEvents = (db: Db, applicationId: string, ...actions: Action[]) =>
  db
    .deleteFrom('applicationEvent')
    .where('applicationId', '=', applicationId)
    .where('action', 'in', actions)
    .execute();

/** Opens the API as tests do, on a database of its own with the demo jobs. */
export async function openTestApi(place: Place): Promise<{ test: TestApi; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-bench-'));
  const environment = {
    DATA_DIR: dataDir,
    SECRET_KEY: 'only-for-measuring-only-for-measuring',
    SITE_ORIGIN: 'https://localhost',
    // Signing up needs a code that can be read.
    MESSAGES: 'inbox',
  };
  // In production the API does not validate its own responses.
  const config = { ...readConfig(environment), isProduction: true };
  const database = await openDatabase({ ...place, dataDir: place.dataDir || dataDir });
  const { db } = database;
  await migrate(db);
  await seedJobs(db);
  const log = createLog('silent');
  const messages = openMessages(config, db, log);
  const mediaStore = openMediaStore(config);
  let visitors = 0;
  const clientAddress = (request: Request) => request.headers.get('x-test-address') ?? '203.0.113.1';
  const api = createApi({ config, db, messages, mediaStore, log, clientAddress });
  const sentTo = async (to: string) => (await messages.inbox?.list(to)) ?? [];
  const test: TestApi = {
    api,
    db,
    config,
    messages,
    log,
    mediaStore,
    sentTo,
    visitor: () => new Visitor(api, config.siteOrigin, `198.51.100.${++visitors}`),
    codeFor: async (phone) => (await sentTo(phone))[0]?.code ?? '',
  };
  const close = async () => {
    await messages.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { test, close };
}
