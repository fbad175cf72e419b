import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createImages } from '#lib/server/images/index.ts';
import type { ImageSource } from '#lib/server/images/source.ts';
import { createLog } from '#lib/server/log.ts';

export const browser = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'liftoff-images-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens the image proxy. `ask` sends requests to it as a browser does. */
export function openImages(media: ImageSource, { folder = emptyFolder(), cacheBytes = 1e8 } = {}) {
  const answer = createImages({
    sources: { media },
    cacheFolder: folder,
    cacheBytes,
    log: createLog('silent'),
  });
  const ask = (path: string, { accept = browser, method = 'GET', headers = {} } = {}) =>
    answer(new Request(`http://localhost${path}`, { method, headers: { accept, ...headers } }));
  return { ask, folder };
}
