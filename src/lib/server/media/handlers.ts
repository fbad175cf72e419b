import { join } from 'node:path';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { mediaRoutes } from '#lib/contract/media/media.ts';
import type { Handlers } from '#lib/server/context.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { deleteStrays } from './clean.ts';
import { keepFile } from './keep-file.ts';
import { deleteOwnMedia } from './media-rows.ts';
import { presentMedia } from './present-media.ts';
import { withReceivedFile } from './receive-file.ts';
import { signUploadToken } from './upload-token.ts';

/** Uploads: who may send is settled before the first byte of a file is read. */
export const mediaHandlers: Handlers<keyof typeof mediaRoutes> = {
  'POST /api/v1/upload/': async (context) => {
    const { config, upload, uploader } = context;
    const folder = join(config.dataDir, 'uploads');
    return withReceivedFile(upload, folder, async (file) =>
      presentMedia(await keepFile(context, uploader.id, file)),
    );
  },

  'POST /api/v1/upload/token/': async ({ db, config, session }) => {
    const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow();
    const { token, expiresAt } = signUploadToken(config, session.user.id, now);
    return { token, uploadUrl: `${config.mediaHost}/api/v1/upload/`, expiresAt: expiresAt.toISOString() };
  },

  'DELETE /api/v1/media/{mediaId}/delete/': async ({ db, mediaStore, log, params, session }) => {
    const gone = isUuid(params.mediaId) ? await deleteOwnMedia(db, session.user.id, params.mediaId) : [];
    // Another's is not there at all (C-39).
    if (!gone.length) throw new HttpError('NOT_FOUND');
    // For the person it is done: no address leads to it, and what is left the cleaner knows by its note.
    await deleteStrays({ db, mediaStore }, gone).catch((error) =>
      log.warn({ err: error }, 'a deleted file is still in the store'),
    );
    return {};
  },
};
