import {
  type NotificationPreferences,
  readPreferences,
} from '#lib/domain/account/notification-preferences.ts';
import { savePreferences } from '#lib/server/account/notifications/save-preferences.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';

/** The emails that a staff member turns on and off below Today: the list of the day, and two about leads. */
export const emailSwitches = ['agenda', 'newLeads', 'ownLeads'] as const;
export type EmailSwitch = (typeof emailSwitches)[number];

/** Returns which of these emails a person gets. */
export const readEmailSwitches = ({ notificationPreferences }: Pick<UserRow, 'notificationPreferences'>) =>
  pickSwitches(readPreferences(notificationPreferences));

const pickSwitches = ({
  agenda,
  newLeads,
  ownLeads,
}: NotificationPreferences): Record<EmailSwitch, boolean> => ({
  ...{ agenda: agenda.email, newLeads: newLeads.email, ownLeads: ownLeads.email },
});

/** Turns some of these emails on or off for a person. Each consent has its time and wording. Returns all of the switches. */
export function saveEmailSwitches(
  db: Db,
  userId: string,
  changes: { [K in EmailSwitch]?: boolean | undefined },
): Promise<Record<EmailSwitch, boolean>> {
  return db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom('appUser')
      .selectAll()
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const emails = Object.fromEntries(emailSwitches.map((kind) => [kind, { email: changes[kind] }]));
    return pickSwitches(await savePreferences(trx, person, emails));
  });
}
