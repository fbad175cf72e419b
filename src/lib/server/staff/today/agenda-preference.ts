import { readPreferences } from '#lib/domain/account/notification-preferences.ts';
import { savePreferences } from '#lib/server/account/notifications/save-preferences.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';

/** Returns whether a person gets the list of Today by email. */
export const wantsAgenda = ({ notificationPreferences }: Pick<UserRow, 'notificationPreferences'>): boolean =>
  readPreferences(notificationPreferences).agenda.email;

/** Turns the email with the list of Today on or off for a person. The consent has its time and wording. */
export async function saveAgendaPreference(db: Db, userId: string, isOn: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom('appUser')
      .selectAll()
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await savePreferences(trx, person, { agenda: { email: isOn } });
  });
}
