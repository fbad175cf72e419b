import { type Db, migrate, openDatabase } from '#lib/server/db/index.ts';
import { isDatabaseEmpty, seedDemo } from '#lib/server/demo/index.ts';
import { clientAddress } from '#lib/server/http/client-address.ts';
import { renderBrochure } from '#lib/server/leads/brochure-pdf.ts';
import { recordBrochureDelivery } from '#lib/server/leads/brochure-request.ts';
import { type MediaStore, openMediaStore } from '#lib/server/media/store/index.ts';
import { createMessages, type Messages } from '#lib/server/messages/index.ts';
import { type Api, createApi } from './api.ts';
import { type Config, readConfig } from './config.ts';
import { createLog, type Log } from './log.ts';
import { startScheduledTasks } from './scheduled-tasks.ts';

/** All that one process holds. */
export interface Runtime {
  config: Config;
  db: Db;
  messages: Messages;
  mediaStore: MediaStore;
  log: Log;
  api: Api;
  /** Stops background tasks and closes the database; safe to call twice. */
  close(): Promise<void>;
}

let runtime: Promise<Runtime> | null = null;

/** The process's one runtime; the first call opens it. A start that failed stays failed. */
export function getRuntime(): Promise<Runtime> {
  runtime ??= openRuntime(readConfig());
  return runtime;
}

async function openRuntime(config: Config): Promise<Runtime> {
  const log = createLog(config.logLevel);
  const database = await openDatabase(config);
  const { db } = database;
  await migrate(db);
  const mediaStore = openMediaStore(config);
  if (!config.isProduction && (await isDatabaseEmpty(db))) await seedDemo(db, mediaStore);

  const messages = openMessages(config, db, log);
  const scheduledTasks = startScheduledTasks({ config, db, mediaStore, messages, log });
  const api = createApi({
    config,
    db,
    messages,
    mediaStore,
    log,
    clientAddress: (request) => clientAddress(request, config),
  });
  let closing: Promise<void> | null = null;
  const close = async () => {
    scheduledTasks.stop();
    await messages.close();
    await database.close();
  };
  return { config, db, messages, mediaStore, log, api, close: () => (closing ??= close()) };
}

/** Connects the outbox with what it delivers for: a brochure is rendered for its email and learns what became of it. */
export function openMessages(config: Config, db: Db, log: Log): Messages {
  return createMessages({
    config,
    db,
    log,
    renderAttachment: (document) => renderBrochure(document, config.siteOrigin),
    onDelivered: (trx, messageId) => recordBrochureDelivery(trx, messageId, 'SENT'),
    onFailed: (trx, messageId) => recordBrochureDelivery(trx, messageId, 'FAILED'),
  });
}
