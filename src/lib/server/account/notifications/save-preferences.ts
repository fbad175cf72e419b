import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { consentText } from '#lib/domain/account/consent-texts.ts';
import {
  changePreferences,
  type NotificationChannel,
  type NotificationPreferences,
  notificationChannels,
  type PreferenceChanges,
  readPreferences,
  switchedKinds,
  switchWording,
} from '#lib/domain/account/notification-preferences.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';

type Kind = (typeof switchedKinds)[number];

/**
 * Changes some preferences of a person whose row the caller has locked. Each switch that moves ends or gives a consent,
 * which is stored with its time and wording. Returns the preferences after the change.
 */
export async function savePreferences(
  trx: Db,
  person: UserRow,
  changes: PreferenceChanges,
): Promise<NotificationPreferences> {
  const before = readPreferences(person.notificationPreferences);
  const after = changePreferences(before, changes);
  await trx
    .updateTable('appUser')
    .set({ notificationPreferences: JSON.stringify(after) })
    .where('id', '=', person.id)
    .execute();
  for (const kind of switchedKinds)
    for (const channel of notificationChannels) {
      if (before[kind][channel] === after[kind][channel]) continue;
      if (after[kind][channel]) await grant(trx, person, kind, channel);
      else await withdraw(trx, person, kind, channel);
    }
  return after;
}

async function grant(trx: Db, { id: userId }: UserRow, kind: Kind, channel: NotificationChannel) {
  await trx
    .insertInto('consent')
    .values({ id: uuidv7(), userId, kind, channel, wording: switchWording(kind, channel), withdrawnAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends the consent of a switch. Where the person never moved it, it was the one of the sign-up. */
async function withdraw(
  trx: Db,
  { id: userId, dateJoined, consentVersion }: UserRow,
  kind: Kind,
  channel: NotificationChannel,
) {
  const withdrawnAt = sql<Date>`now()`;
  const ended = await trx
    .updateTable('consent')
    .set({ withdrawnAt })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('withdrawnAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (ended) return;
  await trx
    .insertInto('consent')
    .values({
      ...{ id: uuidv7(), userId, kind, channel },
      ...{ wording: consentText('SIGN_UP', consentVersion), grantedAt: dateJoined, withdrawnAt },
    })
    .execute();
}
