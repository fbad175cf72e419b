import { createHash } from 'node:crypto';
import { bulkhead } from 'cockatiel';
import { drawPreview, type Preview } from './draw-preview.ts';

/** Of this process. A picture has about 30 KB and takes 200 ms of a core: one at a time, and few wait. */
const mostKept = 300;
const queue = bulkhead(1, 16);
const kept = new Map<string, Promise<Buffer>>();

/** Names what is drawn: other words or another portrait make another key. */
export const previewKey = (words: Omit<Preview, 'portrait'>, portraitId: string | null): string =>
  createHash('sha256')
    .update(JSON.stringify([1, words, portraitId]))
    .digest('base64url')
    .slice(0, 27);

/** The picture of the key, drawn once for all who ask; null while too many others are waited for. */
export function keptPreview(key: string, draw: () => Promise<Preview>): Promise<Buffer> | null {
  const known = kept.get(key);
  if (known) {
    // The longest unused goes first.
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  if (queue.executionSlots === 0 && queue.queueSlots === 0) return null;
  const picture = queue.execute(async () => drawPreview(await draw()));
  kept.set(key, picture);
  picture.catch(() => kept.delete(key));
  if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '');
  return picture;
}
