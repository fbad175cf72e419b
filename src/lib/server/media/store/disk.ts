import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { MediaStore } from './media-store.ts';

/**
 * Stores files as `{folder}/{last two characters of the id}/{id}`, without an extension and outside of everything that is
 * served statically (C-32). An id starts with its time, so its last characters spread files evenly.
 */
export function diskStore(folder: string): MediaStore {
  const pathOf = (id: string) => join(folder, id.slice(-2), id);
  /** A process that is killed leaves it, so `delete` has to find it. Nobody stores two files of one id at the same time. */
  const partOf = (id: string) => `${pathOf(id)}.part`;
  return {
    async put(id, path) {
      const place = pathOf(id);
      const part = partOf(id);
      await mkdir(dirname(place), { recursive: true });
      try {
        await copyFile(path, part);
        await sync(part);
        await rename(part, place);
        await sync(dirname(place));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },

    async get(id) {
      const file = await open(pathOf(id)).catch(unlessMissing);
      if (!file) return null;
      const { size } = await file.stat();
      const stream = Readable.toWeb(file.createReadStream());
      return { bytes: size, stream: stream as ReadableStream<Uint8Array<ArrayBuffer>> };
    },

    async delete(id) {
      await rm(partOf(id), { force: true });
      await rm(pathOf(id), { force: true });
    },
  };
}

/** Flushes a file or folder to disk. Without it a power cut may leave the name without the bytes. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}
