import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const touchAfterMs = 3_600_000;
const trimTo = 0.9;

/**
 * A cache of files by key with a maximum size in bytes. The least recently used files are deleted first; their order survives
 * a restart by the files' times. A file appears whole or not at all. Several processes may share the folder.
 */
export class DiskCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #files = new Map<string, { bytes: number; usedAt: number }>();
  #bytes = 0;

  private constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  static async open(folder: string, maxBytes: number): Promise<DiskCache> {
    await mkdir(folder, { recursive: true });
    const cache = new DiskCache(folder, maxBytes);
    await cache.#readFolder();
    await cache.#trim();
    return cache;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async get(key: string): Promise<Buffer | null> {
    try {
      const body = await readFile(this.#path(key));
      this.#touch(key, body.length);
      return body;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      this.#remove(key);
      return null;
    }
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    const temporary = join(this.#folder, `${randomUUID()}.part`);
    try {
      const file = await open(temporary, 'wx');
      try {
        await file.writeFile(body);
        // Without this a power cut may leave the name without the bytes.
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.#path(key));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    this.#touch(key, body.length);
    await this.#trim();
  }

  #path(key: string): string {
    return join(this.#folder, key);
  }

  #touch(key: string, bytes: number): void {
    const now = Date.now();
    const entry = this.#files.get(key);
    this.#remove(key);
    const usedAt = entry && now - entry.usedAt < touchAfterMs ? entry.usedAt : now;
    this.#files.set(key, { bytes, usedAt });
    this.#bytes += bytes;
    // Another process may have deleted the file in the meantime.
    if (entry && usedAt === now) utimes(this.#path(key), new Date(now), new Date(now)).catch(() => undefined);
  }

  #remove(key: string): void {
    this.#bytes -= this.#files.get(key)?.bytes ?? 0;
    this.#files.delete(key);
  }

  async #readFolder(): Promise<void> {
    const entries: [name: string, bytes: number, usedAt: number][] = [];
    for (const name of await readdir(this.#folder)) {
      const file = await stat(this.#path(name)).catch(() => null);
      if (!file?.isFile()) continue;
      // Left by a killed process. Another process may still be writing a younger one.
      if (name.endsWith('.part')) {
        if (Date.now() - file.mtimeMs > 60_000) await rm(this.#path(name), { force: true });
      } else entries.push([name, file.size, file.mtimeMs]);
    }
    for (const [name, bytes, usedAt] of entries.sort((a, b) => a[2] - b[2])) {
      this.#files.set(name, { bytes, usedAt });
      this.#bytes += bytes;
    }
  }

  async #trim(): Promise<void> {
    if (this.#bytes <= this.#maxBytes) return;
    for (const key of [...this.#files.keys()]) {
      if (this.#bytes <= this.#maxBytes * trimTo) return;
      this.#remove(key);
      await rm(this.#path(key), { force: true });
    }
  }
}
