import { type Selectable, sql } from 'kysely';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { JobAlert, JobAlertFilters } from '#lib/contract/hiring/saved-jobs.ts';
import { readPreferences } from '#lib/domain/account/notification-preferences.ts';
import { jobSearchText, maxJobAlerts } from '#lib/domain/hiring/jobs/job-alert.ts';
import { savePreferences } from '#lib/server/account/notifications/save-preferences.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { JobAlertTable } from '#lib/server/db/schema/jobs.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { searchHref } from '../jobs/search-query.ts';

/** Lists a person's alerts, the oldest first, and whether their emails are on. [API-41] */
export async function listJobAlerts(db: Db, userId: string): Promise<{ results: JobAlert[]; isOn: boolean }> {
  const rows = await db
    .selectFrom('jobAlert')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const { notificationPreferences } = await db
    .selectFrom('appUser')
    .select('notificationPreferences')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    results: rows.map(presentJobAlert),
    isOn: readPreferences(notificationPreferences).alerts.email,
  };
}

/**
 * Creates an alert, or returns the one that the person has for the same search. It turns the emails on, because the person
 * asks for them. Throws `INVALID_STATE` when they have the maximum number. [API-41] [C-42]
 */
export async function createJobAlert(
  db: Db,
  userId: string,
  filters: JobAlertFilters,
): Promise<JobAlert & { isExisting: boolean }> {
  const address = searchHref(filters).toLowerCase();
  return db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, userId);
    const own = trx.selectFrom('jobAlert').where('userId', '=', userId);
    const existing = await own.selectAll().where('address', '=', address).executeTakeFirst();
    const { count } = await own.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    if (!existing && count >= maxJobAlerts)
      throw new HttpError('INVALID_STATE', {
        message: `You have ${maxJobAlerts} alerts, which is the maximum. Delete one first.`,
      });
    await savePreferences(trx, person, { alerts: { email: true } });
    if (existing) return { ...presentJobAlert(existing), isExisting: true };
    const row = await trx
      .insertInto('jobAlert')
      .values({ id: uuidv7(), userId, address, filters: JSON.stringify(filters) })
      .returningAll()
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('jobAlertRound')
      .values({ userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { ...presentJobAlert(row), isExisting: false };
  });
}

/** Deletes an alert of the person's own. Throws `NOT_FOUND`. [C-39] */
export async function deleteJobAlert(db: Db, userId: string, id: string): Promise<void> {
  const row = isUuid(id)
    ? await db
        .deleteFrom('jobAlert')
        .where('id', '=', id)
        .where('userId', '=', userId)
        .returning('id')
        .executeTakeFirst()
    : undefined;
  if (!row) throw new HttpError('NOT_FOUND', { message: 'There is no such alert' });
}

/** Turns the emails of all alerts on or off. The consent has its time and wording. */
export async function switchJobAlerts(db: Db, userId: string, isOn: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await savePreferences(trx, await lockPerson(trx, userId), { alerts: { email: isOn } });
  });
}

/** Locks the person, so that parallel requests cannot pass the maximum together. */
const lockPerson = (trx: Db, userId: string): Promise<UserRow> =>
  trx.selectFrom('appUser').selectAll().where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();

function presentJobAlert({ id, filters, createdAt }: Selectable<JobAlertTable>): JobAlert {
  return {
    id,
    filters,
    label: jobSearchText(filters),
    href: searchHref(filters),
    createdAt: createdAt.toISOString(),
  };
}
