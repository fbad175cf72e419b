import { open } from 'node:fs/promises';
import { Zip, ZipPassThrough } from 'fflate';

export interface ZipEntry {
  name: string;
  /** The bytes of the file, in parts. */
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Writes a ZIP file at `path`, part by part, so that a hundred megabytes of files need little memory. */
export async function writeZip(
  path: string,
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): Promise<void> {
  const waiting: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    waiting.push(part);
  });
  const file = await open(path, 'wx');
  const flush = async () => {
    for (const part of waiting.splice(0)) await file.write(part);
  };
  try {
    for await (const { name, content } of entries) {
      const entry = new ZipPassThrough(name);
      zip.add(entry);
      for await (const part of content) {
        entry.push(part);
        await flush();
      }
      entry.push(new Uint8Array(), true);
    }
    zip.end();
    await flush();
  } finally {
    await file.close();
  }
}
