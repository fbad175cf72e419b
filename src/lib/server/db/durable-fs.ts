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
type Write = (stream: Stream, buffer: Int8Array, offset: number, length: number, position: number) => number;
interface NodeFsModule {
  NODEFS: {
    realPath(node: unknown): string;
    stream_ops: { fsync?: (stream: Stream) => number; write: Write };
  };
}

/** Counts the calls of fsync, for a test (docs/decisions/0005-embedded-database-durability.md). */
export const syncs = { files: 0, folders: 0 };

/**
 * PGlite's Node file system with a real fsync. Emscripten's does nothing, so a power cut would lose commits that are
 * still in the page cache. A write that does not fit on the disk is tried once more after `onFull`, which returns whether it
 * has made space.
 */
export class DurableNodeFS extends NodeFS {
  readonly #onFull: () => boolean;

  constructor(folder: string, onFull: () => boolean = () => false) {
    super(folder);
    this.#onFull = onFull;
  }

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
      NODEFS.stream_ops.write = retryWhenFull(NODEFS.stream_ops.write, this.#onFull);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

/** Emscripten's number of ENOSPC. */
const noSpace = 51;

function retryWhenFull(write: Write, onFull: () => boolean): Write {
  return (stream, buffer, offset, length, position) => {
    let written = 0;
    try {
      written = write(stream, buffer, offset, length, position);
    } catch (error) {
      if ((error as { errno?: number }).errno !== noSpace || !onFull()) throw error;
    }
    // The last blocks of a disk may take a part of the bytes.
    if (written === length || (written > 0 && !onFull())) return written;
    return written + write(stream, buffer, offset + written, length - written, position + written);
  };
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
