import { rm, stat } from 'node:fs/promises';
import { bulkhead } from 'cockatiel';
import { v7 as uuidv7 } from 'uuid';
import { waitText } from '#lib/domain/core/limits/wait-text.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { mediaQuota, pdfType, wordTypes } from '#lib/domain/media/media.ts';
import type { Context } from '#lib/server/context.ts';
import { consume } from '#lib/server/core/rate-limit.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { checkPdf, detectFileType, type UploadType } from './file-type.ts';
import { hasRoom, insertMedia, type MediaRow } from './media-repository.ts';
import type { ReceivedFile } from './receive-file.ts';
import type { WordType } from './word/word-file.ts';

type StoreUploadDeps = Pick<Context, 'db' | 'mediaStore' | 'log'>;

/**
 * This process encodes one picture at a time, so that a core is free for other requests. Waiting uploads stay
 * on disk.
 */
const queue = bulkhead(1, 32);

/**
 * Checks a received file and stores it: a picture as a new WebP, a document unchanged. Returns its row. Throws
 * FILE_TYPE_NOT_ALLOWED, FILE_INVALID, IMAGE_TOO_LARGE, UPLOAD_QUOTA_EXCEEDED or SERVICE_UNAVAILABLE. [API-34] [C-32]
 */
export async function storeUpload(
  deps: StoreUploadDeps,
  userId: string,
  received: ReceivedFile,
): Promise<MediaRow> {
  const type = await detectFileType(received.path);
  if (isWord(type) && received.isPublic) throw createPublicWordError();
  if (!(await hasRoom(deps.db, userId))) throw createQuotaError();
  await consumeHourlyQuota(deps.db, userId);
  if (type === 'pdf' || isWord(type)) {
    if (type === 'pdf') await checkPdf(received.path);
    const { size } = await stat(received.path);
    return store(deps, userId, received, {
      kind: 'DOCUMENT',
      ...documentTypes[type],
      path: received.path,
      bytes: size,
      width: null,
      height: null,
    });
  }
  if (queue.executionSlots === 0 && queue.queueSlots === 0)
    throw new HttpError('SERVICE_UNAVAILABLE', { retryAfter: 5 });
  const path = `${received.path}.webp`;
  // Imported here because sharp takes a tenth of a second to load.
  const { encodePicture } = await import('./encode-picture.ts');
  try {
    const encoded = await queue.execute(() => encodePicture(received.path, type, path));
    return await store(deps, userId, received, { kind: 'IMAGE', ...pictureType, path, ...encoded });
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Counts an upload. A failed upload counts too, because checking the file is the expensive part. Throws
 * UPLOAD_QUOTA_EXCEEDED. [C-32]
 */
async function consumeHourlyQuota(db: Context['db'], userId: string): Promise<void> {
  const limit = { key: `upload:${userId}`, max: mediaQuota.perHour, windowSeconds: 3600 };
  const exceeded = await consume(db, [limit]);
  if (!exceeded) return;
  throw new HttpError('UPLOAD_QUOTA_EXCEEDED', {
    message: `You can upload ${mediaQuota.perHour} files an hour. Try again in ${waitText(exceeded.retryAfter)}.`,
    retryAfter: exceeded.retryAfter,
  });
}

interface StoredFile extends Pick<MediaRow, 'kind' | 'mimeType' | 'bytes' | 'width' | 'height'> {
  path: string;
  /** The extension of the stored name. */
  ending: string;
}

const pictureType = { mimeType: 'image/webp', ending: '.webp' };
const documentTypes = {
  pdf: { mimeType: pdfType, ending: '.pdf' },
  doc: { mimeType: wordTypes.doc, ending: '.doc' },
  docx: { mimeType: wordTypes.docx, ending: '.docx' },
};

const isWord = (type: UploadType): type is WordType => type === 'doc' || type === 'docx';

/** Anybody could open a public file, and programs for Word files run more than they show. */
const createPublicWordError = () =>
  new HttpError('FILE_TYPE_NOT_ALLOWED', {
    message: 'Everybody could open this file here. Choose a PDF instead of a Word file.',
    fields: ['file'],
  });

async function store(
  { db, mediaStore, log }: StoreUploadDeps,
  userId: string,
  received: ReceivedFile,
  { path, mimeType, ending, ...facts }: StoredFile,
): Promise<MediaRow> {
  const id = uuidv7();
  const name = cleanName(received.name, ending);
  await db.insertInto('strayFile').values({ mediaId: id }).execute();
  await mediaStore.put(id, path, mimeType);
  const row = await insertMedia(db, {
    id,
    userId,
    mimeType,
    name,
    isPublic: received.isPublic,
    ...facts,
  });
  if (row) {
    log.info(
      { event: 'media.uploaded', userId, mediaId: id, bytes: row.bytes, kind: row.kind },
      'file uploaded',
    );
    return row;
  }
  // A parallel upload used the last of the quota. If this fails, cleanMedia finds the file's orphan record.
  await mediaStore.delete(id);
  await db.deleteFrom('strayFile').where('mediaId', '=', id).execute();
  throw createQuotaError();
}

function createQuotaError() {
  return new HttpError('UPLOAD_QUOTA_EXCEEDED', {
    message: `You have ${mediaQuota.files} files or 100 MB, which is the maximum. Delete files that you no longer need.`,
    // Unused files are deleted within a day.
    retryAfter: 86_400,
  });
}

/** Returns a file name without folders and special characters, with the extension of the stored type. */
function cleanName(sent: string, ending: string): string {
  const base = formatTrimmedText(sent.split(/[/\\]/).at(-1) ?? '')
    .replace(/[<>:"|?*]/g, '')
    .replace(/\.[^.]{0,10}$/, '')
    .slice(0, 80)
    .trim();
  return `${base.toWellFormed().replaceAll('\ufffd', '') || 'file'}${ending}`;
}
