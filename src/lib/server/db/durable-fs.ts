import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The part of Emscripten's Node file system that is touched; see `NODEFS` in its sources. */
interface Stream {
  /** Descriptor of the real file; directories have none. */
  nfd?: number;
  node: unknown;
}
interface NodeFsModule {
  NODEFS: { realPath(node: unknown): string; stream_ops: { fsync?: (stream: Stream) => number } };
}

/** Counts what reached the disk; a test reads it (docs/decisions/0005-embedded-database-durability.md). */
export const syncs = { files: 0, folders: 0 };

/**
 * PGlite's Node file system with a real fsync. Emscripten's has none, so a "synced" commit would live in the
 * page cache alone and a power cut would take it.
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

/** As PGlite starts, but for its `-F` (fsync off). */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'synchronous_commit=on'],
];

/** The names in a folder. */
export function syncFolder(path: string): void {
  // Windows opens no folder and needs none: NTFS journals names itself.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
    syncs.folders += 1;
  } finally {
    closeSync(descriptor);
  }
}

/** Everything below `path` and `path` itself. */
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
