import type { userRoutes } from '#lib/contract/account/user.ts';
import type { Handlers } from '#lib/server/context.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { consumeEnumeration } from '#lib/server/http/limits/route-limits.ts';
import { requireOwnPicture } from '#lib/server/media/own-picture.ts';
import { isSameEmail } from './email-recipient.ts';
import { changeEmail } from './email-verification/change-email.ts';
import { savePreferences } from './notifications/save-preferences.ts';
import { presentUserResponse } from './present-user.ts';

/** Queries and updates of the signed-in person's details. */
export const userHandlers: Handlers<keyof typeof userRoutes> = {
  'GET /api/v3/user/': (context) => presentUserResponse(context, context.session.user),

  'PATCH /api/v1/user/update/': async ({ db, body, session, consumeLimits, ...context }) => {
    const { notificationPreferences, email, ...fields } = body;
    const changes = omitUndefined(fields);
    const isEmpty = !Object.keys(changes).length && email === undefined && !notificationPreferences;
    if (isEmpty) return presentUserResponse({ ...context, db }, session.user);
    // The response does not say whether an account has the email, but sign-up does, and both share the limit. [C-27]
    if (email !== undefined && !isSameEmail(email, session.user.email))
      await consumeEnumeration(consumeLimits);
    const user = await db.transaction().execute(async (trx) => {
      const before = await trx
        .selectFrom('appUser')
        .selectAll()
        .where('id', '=', session.user.id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!before) throw new HttpError('SESSION_EXPIRED');
      if (fields.avatarMediaId) await requireOwnPicture(trx, before.id, fields.avatarMediaId);
      const emailChanges = email === undefined ? {} : await changeEmail(trx, context, before, email);
      if (notificationPreferences) await savePreferences(trx, before, notificationPreferences);
      const ownChanges = { ...changes, ...emailChanges };
      const own = trx.selectFrom('appUser').selectAll().where('id', '=', before.id);
      if (Object.keys(ownChanges).length === 0) return own.executeTakeFirstOrThrow();
      return trx
        .updateTable('appUser')
        .set(ownChanges)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return presentUserResponse({ ...context, db }, user);
  },
};

type OptionalDefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function omitUndefined<T extends object>(values: T): OptionalDefined<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as OptionalDefined<T>;
}
