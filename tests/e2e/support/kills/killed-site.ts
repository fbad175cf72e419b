import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Db, openDatabase } from '#lib/server/db/index.ts';
import { type MailServer, startMailServer } from '../../../support/messages/mail-server.ts';
import { type SmsProvider, startSmsProvider } from '../../../support/messages/sms-provider.ts';
import { startPostgres } from '../../../support/postgres.ts';
import type { Random } from '../../../support/random.ts';
import {
  createDataFolder,
  freePort,
  type ServerProcess,
  startServer,
} from '../../../support/server-process.ts';

/** What is counted from the start of a process on, so that a kill has a moment. */
export type Moment = 'sent' | 'answered' | 'handedOver';

export interface Kill {
  at: Moment;
  count: number;
  delayMs: number;
  /** Kills the next process too, so long after its start, which is before it is ready. */
  startDelayMs: number | null;
}

/** A built server with its providers of messages. It starts again after each `kill -9`, with the same address and data. */
export interface KilledSite {
  url: string;
  dataDir: string;
  provider: SmsProvider;
  mailServer: MailServer;
  /** How long each start took until `/health/ready/` said yes. */
  readyMs: number[];
  /** Lines of the log that are errors. */
  errors: string[];
  start(): Promise<void>;
  /** Resolves once a process answers. */
  whenUp(): Promise<void>;
  /** Sends a request, and rejects with CutOff where no whole answer came. */
  send(request: Request): Promise<Response>;
  /** Kills the process at a moment and starts the next one. */
  kill(plan: Kill): Promise<void>;
  /** Ends the process as a process manager does, and expects that it ends well. */
  stop(): Promise<void>;
  /** Opens the data while no process serves it. */
  withData<Result>(act: (db: Db) => Promise<Result>): Promise<Result>;
  /** Reads how many messages are in a state. */
  countMessages(state: 'due' | 'later' | 'held'): Promise<number>;
  remove(): Promise<void>;
}

/** The process died before the answer was complete, or none is there. */
export class CutOff extends Error {}

/** A process that is not back after this time is a failure. A busy machine needs some seconds. */
const maxStartMs = 60_000;
/** A moment that does not come, because everybody waits for something else. */
const maxWaitMs = 15_000;

const asProduction = {
  NODE_ENV: 'production',
  SECRET_KEY: 'only-for-tests-only-for-tests-only',
  CERTIFICATE_KEYS: Buffer.alloc(32, 1).toString('base64url'),
  MESSAGES: 'live',
  MAIL_FROM: 'hello@liftoff.example',
  TRUSTED_PROXIES: '127.0.0.1,::1',
  LOG_LEVEL: 'info',
  // More people than a small site has in an hour.
  OTP_SENDS_PER_HOUR: '100000',
  CALLBACKS_PER_HOUR: '100000',
};

/** Plans a kill: most of them under load, one of six while the next process starts. */
export function planKill(random: Random): Kill {
  const at = random.pick(['sent', 'answered', 'handedOver'] as const);
  return {
    at,
    count: 1 + random.below(at === 'handedOver' ? 12 : 80),
    delayMs: random.pick([0, 0, random.below(20), random.below(120)]),
    startDelayMs: random.below(6) === 0 ? 50 + random.below(1500) : null,
  };
}

/** Uses the database of this run of the browser tests. */
export async function createKilledSite(): Promise<KilledSite> {
  const dataDir = createDataFolder('liftoff-killed-');
  const postgres =
    process.env.E2E_DATABASE === 'postgres'
      ? // A commit is on the disk before it is acknowledged, as in production.
        await startPostgres({ settings: { synchronous_commit: 'on' } })
      : null;
  const [provider, mailServer] = [await startSmsProvider(), await startMailServer()];
  const [port, metricsPort] = [await freePort(), await freePort()];
  const place = { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: postgres?.url ?? '' };
  const settings = {
    ...{ ...asProduction, ...place },
    ...{ SMS_WEBHOOK_URL: provider.url, SMTP_URL: mailServer.url, METRICS_PORT: String(metricsPort) },
  };
  // Only a start in development adds demo data.
  await (await startServer(place)).stop();

  const url = `http://localhost:${port}`;
  let server: ServerProcess | null = null;
  let up = Promise.withResolvers<void>();
  let pending: { at: Moment; left: number; act: () => void } | null = null;
  const happened = (at: Moment) => {
    if (pending?.at !== at || --pending.left > 0) return;
    const { act } = pending;
    pending = null;
    act();
  };
  mailServer.onMail = async () => {
    happened('handedOver');
    return null;
  };

  const readyMs: number[] = [];
  const errors: string[] = [];
  const collectErrors = (printed: string) =>
    errors.push(...printed.split('\n').filter((line) => /"level":(50|60)/.test(line)));

  const start = async () => {
    const began = performance.now();
    server = await startServer(settings);
    while (!(await fetch(`${url}/health/ready/`)).ok) {
      if (performance.now() - began > maxStartMs) throw new Error(`not ready:\n${server.printed()}`);
      await wait(20);
    }
    readyMs.push(performance.now() - began);
    up.resolve();
  };

  const end = async (child: ChildProcess) => {
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await ended;
  };

  const waitFor = (at: Moment, count: number, delayMs: number, act: () => void) =>
    new Promise<void>((done) => {
      const late = setTimeout(() => {
        pending = null;
        act();
        done();
      }, maxWaitMs);
      const kill = () => {
        clearTimeout(late);
        act();
        done();
      };
      // Without a delay the kill is a part of what happens: a mail server that accepts has not answered yet.
      pending = { at, left: count, act: () => (delayMs ? void setTimeout(kill, delayMs) : kill()) };
    });

  return {
    ...{ url, dataDir, provider, mailServer, readyMs, errors, start },
    whenUp: () => up.promise,
    async send(request) {
      const headers = new Headers(request.headers);
      headers.set('x-forwarded-for', headers.get('x-test-address') ?? '203.0.113.1');
      headers.delete('x-test-address');
      try {
        // A file is sent in pieces, so a process can die in the middle of it.
        const isFile = headers.get('content-type')?.startsWith('multipart') ?? false;
        const body = isFile ? request.body : (await request.text()) || null;
        const sent = fetch(request.url, {
          ...{ method: request.method, headers, body, ...(isFile && { duplex: 'half' }) },
          signal: AbortSignal.timeout(30_000),
        } as RequestInit);
        happened('sent');
        const response = await sent;
        const answer = await response.arrayBuffer();
        happened('answered');
        return new Response(answer.byteLength ? answer : null, {
          status: response.status,
          headers: response.headers,
        });
      } catch (error) {
        throw new CutOff(`${request.method} ${new URL(request.url).pathname}`, { cause: error });
      }
    },
    async kill({ at, count, delayMs, startDelayMs }) {
      const running = server as ServerProcess;
      await waitFor(at, count, delayMs, () => {
        up = Promise.withResolvers<void>();
        running.child.kill('SIGKILL');
      });
      await end(running.child);
      collectErrors(running.printed());
      if (startDelayMs !== null)
        await startServer(settings, undefined, (child) =>
          setTimeout(() => child.kill('SIGKILL'), startDelayMs),
        )
          .then(({ child }) => end(child))
          .catch(() => undefined);
      await start();
    },
    async stop() {
      up = Promise.withResolvers<void>();
      const running = server as ServerProcess;
      const code = await running.stop();
      collectErrors(running.printed());
      server = null;
      if (code !== 0) throw new Error(`the server ended with code ${code}:\n${running.printed()}`);
    },
    async withData(act) {
      const { db, close } = await openDatabase({ dataDir, databaseUrl: postgres?.url ?? null });
      try {
        return await act(db);
      } finally {
        await close();
      }
    },
    async countMessages(state) {
      const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(new RegExp(`liftoff_outbox_messages\\{state="${state}"\\} (\\d+)`).exec(figures)?.[1]);
    },
    async remove() {
      await server?.stop();
      provider.close();
      await mailServer.close();
      await postgres?.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
