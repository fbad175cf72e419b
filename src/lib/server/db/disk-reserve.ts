import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const chunkBytes = 1024 * 1024;
/** Enough for one new segment of the database's log, which has 16 MB, and for what a running statement writes. */
const reserveBytes = 24 * chunkBytes;
/** This much must be left beside the reserve before the database accepts writes again. */
const marginBytes = 8 * chunkBytes;

/** Thrown at start when the disk has no room for the database to write. */
export class DiskFullError extends Error {
  constructor(cause: unknown) {
    super('The disk of DATA_DIR is full. Free at least 32 MB there, then start again.', { cause });
    this.name = 'DiskFullError';
  }
}

/** Returns whether an operation failed because a disk or a quota of it is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && /^(ENOSPC|EDQUOT)$/.test(String((error as NodeJS.ErrnoException).code));

/**
 * Disk space that the embedded database can have at once when the disk is full. PostgreSQL ends when it cannot extend its
 * log, and PGlite's calls then never return. With the reserve the running statement completes, and later writes are rejected
 * until there is space again.
 */
export class DiskReserve {
  readonly #path: string;
  #isHeld = false;
  /** Called when the space was given away. */
  onRelease: () => void = () => {};

  /** Creates the reserve's file if there is none. Throws DiskFullError. */
  constructor(path: string) {
    this.#path = path;
    try {
      if (!this.#hasWholeFile()) this.#write();
    } catch (error) {
      rmSync(path, { force: true });
      throw isDiskFull(error) ? new DiskFullError(error) : error;
    }
    this.#isHeld = true;
  }

  /** Whether the space is still reserved. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Gives the space to whoever needs it now. Returns whether there was any. */
  release(): boolean {
    if (!this.#isHeld) return false;
    this.#isHeld = false;
    rmSync(this.#path, { force: true });
    this.onRelease();
    return true;
  }

  /** Reserves the space again if the disk has enough; returns whether it is reserved. */
  restore(): boolean {
    if (this.#isHeld) return true;
    try {
      const { bavail, bsize } = statfsSync(dirname(this.#path));
      if (bavail * bsize < reserveBytes + marginBytes) return false;
      this.#write();
      this.#isHeld = true;
    } catch {
      rmSync(this.#path, { force: true });
    }
    return this.#isHeld;
  }

  #hasWholeFile(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false })?.size === reserveBytes;
  }

  #write(): void {
    // Some file systems store zeros without taking space.
    const chunk = randomFillSync(Buffer.alloc(chunkBytes));
    const file = openSync(this.#path, 'w', 0o600);
    try {
      for (let written = 0; written < reserveBytes; ) written += writeSync(file, chunk);
    } finally {
      closeSync(file);
    }
  }
}
