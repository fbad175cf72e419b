import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import type { Log } from '#lib/server/log.ts';
import { BackupError } from './backup-files.ts';
import { type BackupDeps, type BackupSummary, makeBackup } from './make-backup.ts';

const requestSchema = z.object({ folder: z.string() });
const replySchema = z.union([
  z.object({ files: z.number(), waitMs: z.number() }),
  z.object({ problem: z.string() }),
]);

/** The address where the process that has the database of `dataDir` open makes backups; nobody else on the machine may use it. */
const addressOf = (dataDir: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\liftoff-${createHash('sha256').update(dataDir).digest('hex').slice(0, 32)}`
    : join(dataDir, 'backup.sock');

/**
 * Makes backups for `npm run backup`, which cannot open the embedded database itself while this process serves it. Returns the
 * function that ends this.
 */
export async function answerBackupRequests(
  deps: BackupDeps & { log: Log },
): Promise<{ close(): Promise<void> }> {
  const address = addressOf(deps.config.dataDir);
  const answer = async (req: IncomingMessage) =>
    makeBackup(deps, requestSchema.parse(await json(req)).folder);
  const server = createServer(async (req, res) => {
    // Whatever anybody sends here, or breaks off, must not end the process.
    const reply = await answer(req).catch((error) => {
      if (!(error instanceof BackupError)) deps.log.error({ err: error }, 'a backup failed');
      return { problem: String(error.message) };
    });
    res.end(JSON.stringify(reply));
  });
  // A process that was killed leaves its file. It is ours: we hold the lock of the database.
  if (process.platform !== 'win32') rmSync(address, { force: true });
  const failure = await new Promise<Error | null>((done) => {
    server.once('error', done).listen(address, () => done(null));
  });
  if (failure) deps.log.warn({ err: failure }, 'backups need a stop: the path of DATA_DIR may be too long');
  else if (process.platform !== 'win32') chmodSync(address, 0o600);
  return { close: () => new Promise((done) => server.close(() => done())) };
}

/**
 * Asks the process that serves `dataDir` to make a backup. Returns null where none serves it. Throws a BackupError with what that
 * process says when it could not.
 */
export async function requestBackup(dataDir: string, folder: string): Promise<BackupSummary | null> {
  const reply = await new Promise<unknown>((done, failed) => {
    const asked = request({ socketPath: addressOf(dataDir), method: 'POST' }, (res) =>
      json(res).then(done, failed),
    );
    asked.once('error', (error: NodeJS.ErrnoException) =>
      /^(ENOENT|ECONNREFUSED)$/.test(error.code ?? '') ? done(null) : failed(error),
    );
    asked.end(JSON.stringify({ folder }));
  });
  if (reply === null) return null;
  const answer = replySchema.parse(reply);
  if ('problem' in answer) throw new BackupError(answer.problem);
  return answer;
}
