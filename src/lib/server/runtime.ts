import { answerBackupRequests } from '#lib/server/backup/backup-requests.ts';
import { listBatchesWithSeats } from '#lib/server/catalog/batch-seats.ts';
import { getCompany } from '#lib/server/catalog/content/index.ts';
import {
  type Db,
  DiskFullError,
  isDiskFull,
  migrate,
  openDatabase,
  waitForDatabase,
} from '#lib/server/db/index.ts';
import { isEventInvite, renderEventInvite } from '#lib/server/events/event-calendar.ts';
import {
  isInterviewInvite,
  renderInterviewInvite,
} from '#lib/server/hiring/appointments/interviewer-calendar.ts';
import { clientAddress } from '#lib/server/http/client-address.ts';
import { renderBrochure } from '#lib/server/leads/brochure-pdf.ts';
import { recordBrochureDelivery } from '#lib/server/leads/brochure-request.ts';
import { type MediaStore, openMediaStore } from '#lib/server/media/store/index.ts';
import { createMessages, type Messages } from '#lib/server/messages/index.ts';
import { findHeldRecipient } from './account/notifications/held-recipient.ts';
import { type Api, createApi } from './api.ts';
import type { PageCache } from './cache/page-cache.ts';
import { openPageCache } from './cached-pages.ts';
import { type Config, readConfig } from './config.ts';
import { createLog, type Log } from './log.ts';
import { createReadinessCheck, type Readiness } from './readiness.ts';
import { startScheduledTasks } from './scheduled-tasks.ts';
import { openTelemetry, type Telemetry } from './telemetry/index.ts';

/** All that one process holds. */
export interface Runtime {
  config: Config;
  db: Db;
  messages: Messages;
  mediaStore: MediaStore;
  log: Log;
  api: Api;
  /** Answers of pages from the database. */
  pages: PageCache;
  /** Counts and traces requests; null where nobody reads that. */
  requestObserver: Telemetry['requestObserver'] | null;
  /** Whether this process should get visitors. */
  checkReadiness(): Promise<Readiness>;
  /** Sentences for the operator, printed once the server listens. */
  notices: readonly string[];
  /** Stops background tasks and closes the database; safe to call twice. */
  close(): Promise<void>;
}

let runtime: Promise<Runtime> | null = null;

/**
 * The process's one runtime; the first call opens it. A start that failed stays failed. Rejects with DiskFullError when there
 * is no space to start.
 */
export function getRuntime(): Promise<Runtime> {
  runtime ??= start();
  return runtime;
}

async function start(): Promise<Runtime> {
  try {
    return await openRuntime(readConfig());
  } catch (error) {
    throw isDiskFull(error) ? new DiskFullError(error) : error;
  }
}

async function openRuntime(config: Config): Promise<Runtime> {
  const log = createLog(config.logLevel);
  const telemetry = await openTelemetry(config.telemetry, config.trustedProxies);
  const database = await openDatabase(config, telemetry?.onStatement);
  const { db } = database;
  const { pages, close: closePages } = await openPageCache(db);
  if (database.kind === 'postgres') await waitForDatabase(db, log);
  await migrate(db);
  const mediaStore = openMediaStore(config);
  if (!config.isProduction) await seedWhenEmpty(db, mediaStore);

  const backups = database.kind === 'pglite' ? await answerBackupRequests({ db, config, log }) : null;
  const messages = openMessages(config, db, log, telemetry?.onDelivery);
  const scheduledTasks = startScheduledTasks({ config, db, mediaStore, messages, log });
  const api = createApi({
    config,
    db,
    messages,
    mediaStore,
    log,
    clientAddress: (request) => clientAddress(request, config),
    onOtp: telemetry?.onOtp,
  });
  const checkReadiness = createReadinessCheck({ db, mediaStore });
  await telemetry?.serve({ db, pages, checkReadiness });
  let closing: Promise<void> | null = null;
  const close = async () => {
    scheduledTasks.stop();
    await backups?.close();
    await messages.close();
    await closePages();
    await telemetry?.close();
    await database.close();
  };
  return {
    config,
    db,
    messages,
    mediaStore,
    log,
    api,
    pages,
    requestObserver: telemetry?.requestObserver ?? null,
    checkReadiness,
    notices: listNotices(config),
    close: () => (closing ??= close()),
  };
}

/** Adds demo data to an empty database. Its code is loaded here, because a production server never needs it. */
async function seedWhenEmpty(db: Db, mediaStore: MediaStore): Promise<void> {
  const { isDatabaseEmpty, seedDemo } = await import('#lib/server/demo/index.ts');
  if (await isDatabaseEmpty(db)) await seedDemo(db, mediaStore);
}

/** Lists what whoever starts the server should still set, a sentence each. */
function listNotices({ isProduction, hasOwnCertificateKeys }: Config): string[] {
  const notices = [];
  if (getCompany().isDemo)
    notices.push(
      'src/content/company/company.yaml has invented facts: name, address, phone. Replace them, then set isDemo to false.',
    );
  if (isProduction && !hasOwnCertificateKeys)
    notices.push(
      'CERTIFICATE_KEYS is not set: certificates are signed with a key that ends with SECRET_KEY. Set it before the first one is issued (docs/certificates.md).',
    );
  return notices;
}

/** Connects the outbox with what it delivers for: a brochure is rendered for its email and learns what became of it. */
export function openMessages(
  config: Config,
  db: Db,
  log: Log,
  onOutcome?: Telemetry['onDelivery'],
): Messages {
  return createMessages({
    config,
    db,
    log,
    onOutcome,
    renderAttachment: async (document) => {
      if (isInterviewInvite(document)) return renderInterviewInvite(db, config, document);
      if (isEventInvite(document)) return renderEventInvite(db, config, document);
      return renderBrochure(document, config.siteOrigin, await listBatchesWithSeats(db));
    },
    findRecipient: findHeldRecipient,
    onDelivered: (trx, messageId) => recordBrochureDelivery(trx, messageId, 'SENT'),
    onFailed: (trx, messageId) => recordBrochureDelivery(trx, messageId, 'FAILED'),
  });
}
