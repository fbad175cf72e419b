import { createHash } from 'node:crypto';
import { bulkhead } from 'cockatiel';
import { drawPreview, type Preview } from './draw-preview.ts';

/** The cache of this process. A picture has about 30 KB and takes 200 ms of a core, so one is drawn at a time. */
const maxCached = 300;
const queue = bulkhead(1, 16);
const cache = new Map<string, Promise<Buffer>>();

/** Returns the cache key of a preview; another text or picture has another key. */
export const computePreviewKey = (
  words: Omit<Preview, 'portrait' | 'cover'>,
  pictureIds: readonly (string | null)[],
): string =>
  createHash('sha256')
    .update(JSON.stringify([4, words, pictureIds]))
    .digest('base64url')
    .slice(0, 27);

/** Returns the picture of a key, drawn once for all requests; null while too many others are waiting. */
export function getPreview(key: string, draw: () => Promise<Preview>): Promise<Buffer> | null {
  const cached = cache.get(key);
  if (cached) {
    // Moving the key to the end makes the least recently used one the first to go.
    cache.delete(key);
    cache.set(key, cached);
    return cached;
  }
  if (queue.executionSlots === 0 && queue.queueSlots === 0) return null;
  const picture = queue.execute(async () => drawPreview(await draw()));
  cache.set(key, picture);
  picture.catch(() => cache.delete(key));
  if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? '');
  return picture;
}
