import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The part of Emscripten's Node file system that we change; see `NODEFS` in its sources. */
interface Stream {
  /** The descriptor of the real file; directories have none. */
  nfd?: number;
  node: unknown;
}
interface NodeFsModule {
  NODEFS: { realPath(node: unknown): string; stream_ops: { fsync?: (stream: Stream) => number } };
}

/** Counts the calls of fsync, for a test (docs/decisions/0005-embedded-database-durability.md). */
export const syncs = { files: 0, folders: 0 };

/**
 * PGlite's Node file system with a real fsync. Emscripten's does nothing, so a power cut would lose commits that are
 * still in the page cache.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const addFsync = (module: unknown) => {
      const { NODEFS } = module as NodeFsModule;
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        if (nfd === undefined) {
          syncFolder(NODEFS.realPath(node));
        } else {
          fsyncSync(nfd);
          syncs.files += 1;
        }
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

/** PGlite's own start parameters with fsync on: without `-F`. */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'synchronous_commit=on'],
];

/** Writes a folder's entries to the disk. */
export function syncFolder(path: string): void {
  // Windows cannot open a folder and need not: NTFS journals its entries.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
    syncs.folders += 1;
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a folder and all files below it to the disk. */
export function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) syncTree(child);
    else if (entry.isFile()) syncFile(child);
  }
  syncFolder(path);
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
