import {
  type NotificationKind,
  notificationKinds,
  readPreferences,
} from '#lib/domain/account/notification-preferences.ts';
import type { Config } from '#lib/server/config.ts';
import { isLinkKey, linkKey } from '#lib/server/core/link-key.ts';
import type { Db } from '#lib/server/db/index.ts';
import { savePreferences } from './save-preferences.ts';

/** The link in an email that stops its kind by email, without a login (RFC 8058). */

type Keys = Pick<Config, 'secretKeys'>;
const purpose = 'unsubscribe';
const subjectOf = (userId: string, kind: string) => `${userId}:${kind}`;

/** Returns the path of the page that stops one kind of emails to a person. */
export const unsubscribePath = (config: Keys, userId: string, kind: NotificationKind): string =>
  `/unsubscribe/${userId}/${kind}/${linkKey(config, purpose, subjectOf(userId, kind))}/`;

interface UnsubscribeLink {
  user: string;
  kind: string;
  key: string;
}

/** A genuine link, and whether the emails are stopped already. */
interface Unsubscription {
  userId: string;
  kind: NotificationKind;
  isStopped: boolean;
}

/** Returns what a link stops; null for a link that we have not made and for an account that no longer exists. */
export async function findUnsubscription(
  db: Db,
  config: Keys,
  { user: userId, kind, key }: UnsubscribeLink,
): Promise<Unsubscription | null> {
  const known = notificationKinds.find((one) => one === kind);
  if (!known || !isLinkKey(config, purpose, subjectOf(userId, kind), key)) return null;
  const person = await db
    .selectFrom('appUser')
    .select('notificationPreferences')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!person) return null;
  const isStopped = !readPreferences(person.notificationPreferences)[known].email;
  return { userId, kind: known, isStopped };
}

/** Stops the emails of a kind. Doing it again changes nothing. */
export async function unsubscribe(db: Db, { userId, kind }: Unsubscription): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom('appUser')
      .selectAll()
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (person) await savePreferences(trx, person, { [kind]: { email: false } });
  });
}
