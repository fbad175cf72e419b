import { join } from 'node:path';
import type { Config } from '#lib/server/config.ts';
import { diskStore } from './disk.ts';
import { s3Store } from './s3.ts';

/** Where the bytes of uploads are kept, by the id of their row. Every process of the site sees the same store. */
export interface MediaStore {
  /** Whole or not at all. `path` is a file of this machine, which stays. */
  put(id: string, path: string, mimeType: string): Promise<void>;
  /** Null when there is none. */
  get(id: string): Promise<StoredFile | null>;
  /** One that is not there is gone already. */
  delete(id: string): Promise<void>;
}

export interface StoredFile {
  bytes: number;
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** `MEDIA_STORE`: a folder of `DATA_DIR`, or a bucket of a service that speaks S3. */
export function openMediaStore({ mediaStore, dataDir }: Pick<Config, 'mediaStore' | 'dataDir'>): MediaStore {
  return mediaStore === 'disk' ? diskStore(join(dataDir, 'media')) : s3Store(mediaStore);
}
