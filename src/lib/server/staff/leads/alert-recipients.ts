import { sql } from 'kysely';
import { readPreferences } from '#lib/domain/account/notification-preferences.ts';
import type { Config } from '#lib/server/config.ts';
import { type Db, executePrepared } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';

/** The members of staff who hear of a lead, and the sender whose switch decides about it. */
export interface AlertRecipients {
  sender: 'new-lead' | 'own-lead';
  people: UserRow[];
}

/**
 * Lists who hears of a lead: its owner alone, or of a lead without one everybody on the staff who has asked for it. The list is
 * empty where the owner has turned these emails off, and where nobody has asked for them.
 */
export async function listAlertRecipients(
  trx: Db,
  { ownerId }: { ownerId: string | null },
): Promise<AlertRecipients> {
  const owner =
    ownerId === null ? undefined : await selectStaff(trx).where('id', '=', ownerId).executeTakeFirst();
  if (!owner) return { sender: 'new-lead', people: await listSubscribers(trx) };
  const isReachable =
    owner.emailVerifiedAt !== null && readPreferences(owner.notificationPreferences).ownLeads.email;
  return { sender: 'own-lead', people: isReachable ? [owner] : [] };
}

/** Everybody on the staff; a former member owns nothing. */
const selectStaff = (db: Db) =>
  db
    .selectFrom('appUser')
    .selectAll()
    .where('id', 'in', (from) => from.selectFrom('userRole').select('userId'))
    .where('disabledAt', 'is', null)
    .where('phoneVerifiedAt', 'is not', null);

const selectSubscribers = (db: Db) =>
  selectStaff(db)
    .where('emailVerifiedAt', 'is not', null)
    .where(sql<boolean>`notification_preferences #>> '{newLeads,email}' = 'true'`);

const listSubscribers = (db: Db): Promise<UserRow[]> => selectSubscribers(db).orderBy('id').execute();

/** Returns whether anybody or any other system hears of a new lead without an owner. [API-53] */
export async function isAnybodyAlerted(
  db: Db,
  { leadsEmail, leadsWebhook }: Pick<Config, 'leadsEmail' | 'leadsWebhook'>,
): Promise<boolean> {
  if (leadsEmail || leadsWebhook) return true;
  const subscribers = sql<boolean>`exists (${selectSubscribers(db)})`;
  const webhooks = sql<boolean>`exists (
    select from webhook where status = 'ACTIVE' and 'lead.created' = any(events))`;
  const query = db.selectNoFrom(sql<boolean>`${subscribers} or ${webhooks}`.as('isAlerted'));
  const { rows } = await executePrepared(db, query.compile());
  return rows[0]?.isAlerted ?? false;
}
