import { validate as isUuid } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError, outageSeconds } from '#lib/server/http/http-error.ts';
import type { ImageSource } from '#lib/server/images/source.ts';
import type { MediaStore } from './store/index.ts';

/**
 * Pictures with the source `media/{id}`: public pictures that people uploaded. A private one is not served
 * here, not even to its owner.
 */
export function mediaImageSource(db: Db, mediaStore: MediaStore): ImageSource {
  return {
    async find(id) {
      if (!isUuid(id)) return null;
      const row = await db
        .selectFrom('media')
        .select(['id', 'bytes', 'width', 'height'])
        .where('id', '=', id)
        .where('isPublic', '=', true)
        .where('kind', '=', 'IMAGE')
        .executeTakeFirst();
      if (!row) return null;
      return {
        version: row.id,
        isImmutable: true,
        // Its owner has already cropped a square picture.
        isFramed: row.width === row.height,
        size: row.bytes,
        read: () => readAll(mediaStore, row.id),
      };
    },
  };
}

async function readAll(mediaStore: MediaStore, id: string): Promise<Uint8Array> {
  const file = await mediaStore.get(id);
  if (!file) throw new Error(`the media store lacks ${id}`);
  try {
    return new Uint8Array(await new Response(file.stream).arrayBuffer());
  } catch (cause) {
    // The store went away in the middle of the file.
    throw Object.assign(new HttpError('SERVICE_UNAVAILABLE', { retryAfter: outageSeconds }), { cause });
  }
}
