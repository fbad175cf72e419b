import { rm, stat } from 'node:fs/promises';
import { bulkhead } from 'cockatiel';
import { v7 as uuidv7 } from 'uuid';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { mediaQuota } from '#lib/domain/media/media.ts';
import type { Context } from '#lib/server/context.ts';
import { consume } from '#lib/server/core/rate-limit.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { hasRoom, insertMedia, type MediaRow } from './media-rows.ts';
import { checkPdf, sentTypeOf } from './read-file.ts';
import type { ReceivedFile } from './receive-file.ts';

type Needs = Pick<Context, 'db' | 'mediaStore' | 'log'>;

/** Of this process: one picture after the other leaves a core to everybody else. Those that wait wait on disk. */
const queue = bulkhead(1, 32);

/**
 * Looks at what was sent and keeps it: a picture as a new WebP, a PDF as it is.
 * @throws HttpError FILE_TYPE_NOT_ALLOWED, FILE_INVALID, IMAGE_TOO_LARGE, UPLOAD_QUOTA_EXCEEDED, SERVICE_UNAVAILABLE
 */
export async function keepFile(needs: Needs, userId: string, sent: ReceivedFile): Promise<MediaRow> {
  const type = await sentTypeOf(sent.path);
  if (!(await hasRoom(needs.db, userId))) throw quotaExceeded();
  await spendHourly(needs.db, userId);
  if (type === 'pdf') {
    await checkPdf(sent.path);
    const { size } = await stat(sent.path);
    return store(needs, userId, sent, {
      kind: 'DOCUMENT',
      path: sent.path,
      bytes: size,
      width: null,
      height: null,
    });
  }
  if (queue.executionSlots === 0 && queue.queueSlots === 0)
    throw new HttpError('SERVICE_UNAVAILABLE', { retryAfter: 5 });
  const path = `${sent.path}.webp`;
  // Only now: sharp takes a tenth of a second to load.
  const { encodePicture } = await import('./encode-picture.ts');
  try {
    const encoded = await queue.execute(() => encodePicture(sent.path, type, path));
    return await store(needs, userId, sent, { kind: 'IMAGE', path, ...encoded });
  } finally {
    await rm(path, { force: true });
  }
}

/** C-32. What fails counts too: looking at a file is the cost. */
async function spendHourly(db: Context['db'], userId: string): Promise<void> {
  const limit = { key: `upload:${userId}`, max: mediaQuota.perHour, windowSeconds: 3600 };
  const refusal = await consume(db, [limit]);
  if (!refusal) return;
  const minutes = Math.ceil(refusal.retryAfter / 60);
  throw new HttpError('UPLOAD_QUOTA_EXCEEDED', {
    message: `You can upload ${mediaQuota.perHour} files an hour. Try again in ${minutes} min.`,
    retryAfter: refusal.retryAfter,
  });
}

interface Kept extends Pick<MediaRow, 'kind' | 'bytes' | 'width' | 'height'> {
  path: string;
}

const kinds = {
  IMAGE: { mimeType: 'image/webp', ending: '.webp' },
  DOCUMENT: { mimeType: 'application/pdf', ending: '.pdf' },
} as const;

async function store(
  { db, mediaStore, log }: Needs,
  userId: string,
  sent: ReceivedFile,
  { path, ...facts }: Kept,
): Promise<MediaRow> {
  const id = uuidv7();
  const { mimeType, ending } = kinds[facts.kind];
  const name = cleanName(sent.name, ending);
  await db.insertInto('strayFile').values({ mediaId: id }).execute();
  await mediaStore.put(id, path, mimeType);
  const row = await insertMedia(db, {
    id,
    userId,
    mimeType,
    name,
    isPublic: sent.isPublic,
    ...facts,
  });
  if (row) {
    log.info(
      { event: 'media.uploaded', userId, mediaId: id, bytes: row.bytes, kind: row.kind },
      'file uploaded',
    );
    return row;
  }
  // Another upload took the last place meanwhile; should this fail, the cleaner has its note.
  await mediaStore.delete(id);
  await db.deleteFrom('strayFile').where('mediaId', '=', id).execute();
  throw quotaExceeded();
}

function quotaExceeded() {
  return new HttpError('UPLOAD_QUOTA_EXCEEDED', {
    message: `You have ${mediaQuota.files} files or 100 MB, which is the most. Delete what you no longer need.`,
    // Room comes when files are deleted, and unused ones are within a day.
    retryAfter: 86_400,
  });
}

/** The name without its folders, with the ending of what the file is now. */
export function cleanName(sent: string, ending: string): string {
  const base = formatTrimmedText(sent.split(/[/\\]/).at(-1) ?? '')
    .replace(/[<>:"|?*]/g, '')
    .replace(/\.[^.]{0,10}$/, '')
    .slice(0, 80)
    .trim();
  return `${base.toWellFormed().replaceAll('\ufffd', '') || 'file'}${ending}`;
}
