import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Api, createApi } from '#lib/server/api.ts';
import { type Config, readConfig } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import { createLog, type Log } from '#lib/server/log.ts';
import { type MediaStore, openMediaStore } from '#lib/server/media/store/index.ts';
import type { Messages } from '#lib/server/messages/index.ts';
import { openMessages } from '#lib/server/runtime.ts';
import { testDatabase } from './database.ts';
import { Visitor } from './visitor.ts';

/** The real API on a real database, called in process. Codes are read from the inbox, as developers do. */
export interface TestApi {
  api: Api;
  db: Db;
  config: Config;
  messages: Messages;
  log: Log;
  mediaStore: MediaStore;
  /** Returns a new browser with its own cookies, and with an address of its own unless one is given. */
  visitor(address?: string): Visitor;
  /** Returns the messages to a number or address, newest first. */
  sentTo(
    to: string,
  ): Promise<{ medium: string; text: string; code?: string | null; subject?: string | null }[]>;
  /** Returns the newest code that was sent to a number. */
  codeFor(phone: string): Promise<string>;
}

/** Call it at the top of a test file. It opens the database before the first test and empties it before each test. */
export function useTestApi(env: Record<string, string> = {}): TestApi {
  const test = {} as TestApi;
  let reset: () => Promise<void>;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const database = await testDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-api-'));
    Object.assign(test, createTestApi(database.db, dataDir, env));
    const { messages } = test;
    reset = async () => {
      // A delivery of the test before may still be running, and would reach the inbox of the next one.
      await database.db.deleteFrom('outbox').execute();
      await messages.deliverQueued();
      await database.reset();
    };
    close = async () => {
      await messages.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    };
  });
  beforeEach(() => reset());
  afterAll(() => close?.());
  return test;
}

/** Creates the API on a migrated database, with its files in `dataDir`. */
export function createTestApi(db: Db, dataDir: string, env: Record<string, string> = {}): TestApi {
  const config = readConfig({
    DATA_DIR: dataDir,
    SECRET_KEY: 'a test key that is thirty-two characters long',
    SITE_ORIGIN: 'https://localhost',
    MESSAGES: 'inbox',
    ...env,
  });
  const log = createLog('silent');
  const messages = openMessages(config, db, log);
  const clientAddress = (request: Request) => request.headers.get('x-test-address') ?? '203.0.113.1';
  const mediaStore = openMediaStore(config);
  const api = createApi({ config, db, messages, mediaStore, log, clientAddress });
  let visitors = 0;
  return {
    api,
    db,
    config,
    messages,
    log,
    mediaStore,
    visitor: (address = addressOf(++visitors)) => new Visitor(api, config.siteOrigin, address),
    sentTo: async (to) => (await messages.inbox?.list(to)) ?? [],
    codeFor: async (phone) => {
      // A confirmation without a code may have arrived since.
      const newest = (await messages.inbox?.list(phone))?.find(({ code }) => code);
      if (!newest?.code) throw new Error(`no code was sent to ${phone}`);
      return newest.code;
    },
  };
}

const addressOf = (n: number) => `198.51.${Math.floor(n / 250) % 250}.${(n % 250) + 1}`;
