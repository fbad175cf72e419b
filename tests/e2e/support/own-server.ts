import { rmSync } from 'node:fs';
import { type SmsProvider, startSmsProvider } from '../../support/messages/sms-provider.ts';
import { startPostgres } from '../../support/postgres.ts';
import { createDataFolder, freePort, type ServerProcess, startServer } from '../../support/server-process.ts';

/**
 * A server that one test may stop: it uses the test's own message provider and keeps its data when it is
 * killed.
 */
export interface OwnServer {
  url: string;
  provider: SmsProvider;
  kill(): Promise<void>;
  /** Starts the server again at the same address with the same data. */
  restart(): Promise<void>;
  /** Stops the server and removes its data. */
  remove(): Promise<void>;
}

/** Uses the database of this test run. */
export async function startOwnServer(): Promise<OwnServer> {
  const dataDir = createDataFolder('liftoff-own-');
  const postgres = process.env.E2E_DATABASE === 'postgres' ? await startPostgres() : null;
  const provider = await startSmsProvider();
  const settings = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    MESSAGES: 'live',
    SMS_WEBHOOK_URL: provider.url,
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  };
  let server: ServerProcess = await startServer(settings);
  return {
    url: server.url,
    provider,
    async kill() {
      server.child.kill('SIGKILL');
      await server.stop();
    },
    async restart() {
      server = await startServer(settings);
    },
    async remove() {
      await server.stop();
      provider.close();
      await postgres?.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
