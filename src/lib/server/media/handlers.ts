import { join } from 'node:path';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { mediaCalls } from '../../contract/media.ts';
import { HttpError } from '../http/http-error.ts';
import type { Handlers, Input } from '../http/serve.ts';
import { requireSession } from '../session.ts';
import { deleteStrays } from './clean.ts';
import { keepFile } from './keep-file.ts';
import { deleteMedia } from './media-rows.ts';
import { presentMedia } from './present-media.ts';
import { withReceivedFile } from './receive-file.ts';
import { requireTokenUser, signUploadToken } from './upload-token.ts';

/** Uploads: who may send is settled before the first byte of a file is read. */
export const mediaHandlers: Handlers<keyof typeof mediaCalls> = {
  'POST /api/v1/upload/': async (context) => {
    const { id } = await requireUploader(context);
    const folder = join(context.config.dataDir, 'uploads');
    return withReceivedFile(context.upload, folder, async (file) =>
      presentMedia(await keepFile(context, id, file)),
    );
  },

  'POST /api/v1/upload/token/': async ({ db, config, session }) => {
    const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow();
    const { token, expiresAt } = signUploadToken(config, session.user.id, now);
    return { token, uploadUrl: `${config.mediaHost}/api/v1/upload/`, expiresAt: expiresAt.toISOString() };
  },

  'DELETE /api/v1/media/{mediaId}/delete/': async ({ db, mediaStore, params, session }) => {
    const own = sql<boolean>`user_id = ${session.user.id}`;
    const gone = isUuid(params.mediaId) ? await deleteMedia(db, [params.mediaId], own) : [];
    // Another's is not there at all (C-39).
    if (!gone.length) throw new HttpError('NOT_FOUND');
    await deleteStrays({ db, mediaStore }, gone);
    return {};
  },
};

/** By the bearer where there is one, else by the session (C-33). */
async function requireUploader({ db, config, cookies, session, upload }: Input<'POST /api/v1/upload/'>) {
  if (upload.bearer !== null) return requireTokenUser(db, config, upload.bearer);
  const { user } = session ?? (await requireSession(db, cookies));
  if (!user.phoneVerifiedAt) throw new HttpError('PHONE_NOT_VERIFIED');
  return user;
}
