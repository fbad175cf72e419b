import { join } from 'node:path';
import type { Config } from '#lib/server/config.ts';
import { diskStore } from './disk.ts';
import type { MediaStore } from './media-store.ts';
import { s3Store } from './s3.ts';

export type { MediaStore } from './media-store.ts';

/** `MEDIA_STORE` is a folder of `DATA_DIR`, or a bucket of an S3 service. */
export function openMediaStore({ mediaStore, dataDir }: Pick<Config, 'mediaStore' | 'dataDir'>): MediaStore {
  return mediaStore === 'disk' ? diskStore(join(dataDir, 'media')) : s3Store(mediaStore);
}
