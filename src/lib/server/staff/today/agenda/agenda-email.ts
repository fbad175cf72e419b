import { sql } from 'kysely';
import { type AgendaDay, findAgendaDay } from '#lib/domain/staff/agenda.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import { type Db, isOutage } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { buildAgendaEmail } from './agenda-text.ts';

type AgendaDeps = Pick<ApiDeps, 'db' | 'messages' | 'log'> & {
  config: Pick<ApiDeps['config'], 'secretKeys' | 'siteOrigin' | 'whatsapp'>;
};

const retentionDays = 30;

/**
 * Queues the list of Today for each staff member who wants it, at eight in their time zone, once per person and day. The row
 * that says so and the email are one transaction: a process that dies in between has done neither, and of two processes the
 * second finds the row. [C-41]
 */
export async function sendDueAgendas(deps: AgendaDeps, at?: Date): Promise<void> {
  const now = at ?? (await databaseNow(deps.db));
  for (const person of await listReaders(deps.db)) {
    const day = findAgendaDay(now, presentUser(person).timeZone);
    if (!day || (await isSent(deps.db, person, day))) continue;
    // One that fails is tried in the next round, and does not delay the others.
    await sendAgenda(deps, person.id, day, now).catch((error) => {
      if (isOutage(error)) throw error;
      deps.log.error({ err: error, event: 'agenda.error' }, 'agenda not sent');
    });
  }
}

/** Staff with a proved email who have the switch on. */
const selectReaders = (db: Db) =>
  db
    .selectFrom('appUser')
    .selectAll()
    .where('id', 'in', (from) => from.selectFrom('userRole').select('userId'))
    .where('disabledAt', 'is', null)
    .where('phoneVerifiedAt', 'is not', null)
    .where('emailVerifiedAt', 'is not', null)
    .where(sql<boolean>`notification_preferences #>> '{agenda,email}' = 'true'`);

const listReaders = (db: Db): Promise<UserRow[]> => selectReaders(db).orderBy('id').execute();

async function isSent(db: Db, { id }: UserRow, { date }: AgendaDay): Promise<boolean> {
  const { rows } = await sql`
    select from agenda_email where user_id = ${id} and day = ${date}::date`.execute(db);
  return rows.length > 0;
}

async function sendAgenda(
  { db, messages, config }: AgendaDeps,
  id: string,
  day: AgendaDay,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows: claimed } = await sql`
      insert into agenda_email (user_id, day) values (${id}, ${day.date}::date)
      on conflict do nothing returning day`.execute(trx);
    if (claimed.length === 0) return;
    // The person may have turned it off since they were listed.
    const person = await selectReaders(trx).where('id', '=', id).forShare().executeTakeFirst();
    if (!person || !(await wasWantedBefore(trx, id, day.dueAt))) return;
    const body = await buildAgendaEmail(trx, person, now, config.siteOrigin);
    await notify(
      { trx, messages, config },
      {
        sender: 'agenda',
        recipient: { person },
        ...{ text: body.title, href: `${config.siteOrigin}/staff/`, email: { subject: body.title, body } },
        dedupeKey: `agenda:${id}:${day.date}`,
      },
    );
  });
}

/** Somebody who turns it on after eight gets the first one on the next day. */
async function wasWantedBefore(trx: Db, userId: string, dueAt: Date): Promise<boolean> {
  const consent = await trx
    .selectFrom('consent')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', '=', 'agenda')
    .where('withdrawnAt', 'is', null)
    .where('grantedAt', '<=', dueAt)
    .executeTakeFirst();
  return consent !== undefined;
}

/** Deletes the rows of days that nobody can get again. */
export async function deleteOldAgendas(db: Db): Promise<void> {
  await db
    .deleteFrom('agendaEmail')
    .where('sentAt', '<', sql<Date>`now() - make_interval(days => ${retentionDays})`)
    .execute();
}
