import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The types of s3rver as far as we use it. It checks signatures as S3 does. */
interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3rver;

export interface S3Server {
  /** The value for `MEDIA_STORE`. */
  address: string;
  /** Stops it and starts it again with the same address and files. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts an S3 server with an empty bucket `uploads`. It stops when the test ends. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'liftoff-s3-'));
  const open = (port: number) =>
    new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: 'uploads' }],
    });
  let server: S3rver | null = open(0);
  const { port } = await server.run();
  const stop = async () => {
    await server?.close();
    server = null;
  };
  onTestFinished(async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    // The only key and secret that it accepts.
    address: `http://S3RVER:S3RVER@127.0.0.1:${port}/uploads/media?region=ap-south-1`,
    stop,
    async start() {
      server = open(port);
      await server.run();
    },
  };
}
