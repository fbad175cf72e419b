import { sql } from 'kysely';
import type { userRoutes } from '#lib/contract/account/user.ts';
import type { Handlers } from '#lib/server/context.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireOwnPicture } from '#lib/server/media/own-picture.ts';
import { notifyOldEmail } from './email-change-notice.ts';
import { requireAvailableEmail, toOwnershipError } from './ownership.ts';
import { presentUserResponse } from './present-user.ts';

/** Queries and updates of the signed-in person's details. */
export const userHandlers: Handlers<keyof typeof userRoutes> = {
  'GET /api/v3/user/': ({ db, session }) => presentUserResponse(db, session.user),

  'PATCH /api/v1/user/update/': async ({ db, body, session, messages }) => {
    const { notificationPreferences, ...fields } = body;
    const changes = {
      ...omitUndefined(fields),
      ...(notificationPreferences && {
        notificationPreferences: sql<string>`notification_preferences || ${JSON.stringify(omitUndefined(notificationPreferences))}::jsonb`,
      }),
    };
    if (!Object.keys(changes).length) return presentUserResponse(db, session.user);
    const user = await db
      .transaction()
      .execute(async (trx) => {
        const before = await trx
          .selectFrom('appUser')
          .select(['id', 'email', 'phoneVerifiedAt'])
          .where('id', '=', session.user.id)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!before) throw new HttpError('SESSION_EXPIRED');
        if (fields.email !== undefined) {
          // The unique index covers verified accounts only: without this check an unverified one would learn that the
          // address is taken after it had entered a correct OTP.
          await requireAvailableEmail(trx, fields.email, before.id);
          await notifyOldEmail({ trx, messages }, before, fields.email);
        }
        if (fields.avatarMediaId) await requireOwnPicture(trx, before.id, fields.avatarMediaId);
        return trx
          .updateTable('appUser')
          .set(changes)
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow();
      })
      .catch((error) => {
        throw toOwnershipError(error);
      });
    return presentUserResponse(db, user);
  },
};

type OptionalDefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function omitUndefined<T extends object>(values: T): OptionalDefined<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as OptionalDefined<T>;
}
