import { join } from 'node:path';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { mediaRoutes } from '#lib/contract/media/media.ts';
import type { Handlers } from '#lib/server/context.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { deleteOrphans } from './clean-media.ts';
import { deleteOwnMedia } from './media-repository.ts';
import { presentMedia } from './present-media.ts';
import { withReceivedFile } from './receive-file.ts';
import { storeUpload } from './store-upload.ts';
import { createUploadToken } from './upload-token.ts';

/** Handlers of uploads. The caller is authorised before the first byte of a file is read. */
export const mediaHandlers: Handlers<keyof typeof mediaRoutes> = {
  'POST /api/v1/upload/': async (context) => {
    const { config, upload, uploader } = context;
    const folder = join(config.dataDir, 'uploads');
    return withReceivedFile(upload, folder, async (file) =>
      presentMedia(await storeUpload(context, uploader.id, file)),
    );
  },

  'POST /api/v1/upload/token/': async ({ db, config, session }) => {
    const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow();
    const { token, expiresAt } = createUploadToken(config, session.user.id, now);
    return { token, uploadUrl: `${config.mediaHost}/api/v1/upload/`, expiresAt: expiresAt.toISOString() };
  },

  'DELETE /api/v1/media/{mediaId}/delete/': async ({ db, mediaStore, log, params, session }) => {
    const deletedIds = isUuid(params.mediaId)
      ? await deleteOwnMedia(db, session.user.id, params.mediaId)
      : [];
    // Another person's file counts as missing (C-39).
    if (!deletedIds.length) throw new HttpError('NOT_FOUND');
    // The person sees the file as deleted. If the store fails, cleanMedia finds the orphan record and tries
    // again.
    await deleteOrphans({ db, mediaStore }, deletedIds).catch((error) =>
      log.warn({ err: error }, 'a deleted file is still in the store'),
    );
    return {};
  },
};
