import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import type { Person } from './take-request.ts';

interface Asked extends Person {
  id: string;
  reference: string;
  expectedBy: Date;
  userId: string | null;
  /** The account of the asker has proved this number. */
  isOwner: boolean;
}

/**
 * The row of this request, or of the open one of the same number. Nothing is looked up first: of many presses at once
 * the unique index lets one in, and the others fold. Whoever has proved the number may change the open one; of anybody
 * else, who may just know it, a repeat can bring the call forward and fill what is empty, and no more. What it says is
 * in its event, for the counsellor to read.
 */
export async function insertOrFold(trx: Db, { phone, isOwner, ...asked }: Asked, dedupeWindowHours: number) {
  await trx
    .updateTable('callbackRequest')
    .set({ isCurrent: false })
    .where('phoneE164', '=', phone.e164)
    .where('isCurrent', '=', true)
    .where('requestedAt', '<=', sql<Date>`now() - make_interval(hours => ${dedupeWindowHours})`)
    .execute();
  const row = await trx
    .insertInto('callbackRequest')
    .values({
      ...asked,
      preferredWindow: JSON.stringify(asked.preferredWindow),
      countryIsoCode: phone.countryIsoCode,
      phoneE164: phone.e164,
    })
    .onConflict((conflict) =>
      conflict
        .column('phoneE164')
        .where(
          sql<boolean>`is_current and status not in ('CONVERTED', 'NOT_INTERESTED', 'UNREACHABLE', 'CANCELLED')`,
        )
        .doUpdateSet(isOwner ? changed : broughtForward),
    )
    .returning(['id', 'reference', 'status', 'expectedBy'])
    .executeTakeFirstOrThrow();
  const isExisting = row.id !== asked.id;
  await trx
    .insertInto('callbackEvent')
    .values({
      id: uuidv7(),
      callbackId: row.id,
      fromStatus: isExisting ? row.status : null,
      toStatus: row.status,
      actorType: 'VISITOR',
      actorId: asked.userId,
      reasonCode: isExisting ? 'ASKED_AGAIN' : null,
      // All that was asked for this time, whatever the row keeps of it.
      privateNote: wishText(asked),
    })
    .execute();
  return row;
}

const changed = {
  firstName: sql<string>`excluded.first_name`,
  lastName: sql<string>`excluded.last_name`,
  email: sql<string | null>`coalesce(excluded.email, callback_request.email)`,
  preferredWindow: sql<string>`excluded.preferred_window`,
  timeZone: sql<string>`excluded.time_zone`,
  expectedBy: sql<Date>`excluded.expected_by`,
  topic: sql<string | null>`coalesce(excluded.topic, callback_request.topic)`,
  message: sql<string | null>`coalesce(excluded.message, callback_request.message)`,
  userId: sql<string | null>`excluded.user_id`,
};

const sooner = <T>(column: string) =>
  sql<T>`case when excluded.expected_by < callback_request.expected_by
    then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`callback_request.${column}`)} end`;

const broughtForward = {
  email: sql<string | null>`coalesce(callback_request.email, excluded.email)`,
  preferredWindow: sooner<string>('preferred_window'),
  timeZone: sooner<string>('time_zone'),
  expectedBy: sooner<Date>('expected_by'),
  topic: sql<string | null>`coalesce(callback_request.topic, excluded.topic)`,
  message: sql<string | null>`coalesce(callback_request.message, excluded.message)`,
};

const wishText = ({
  firstName,
  lastName,
  email,
  preferredWindow,
  timeZone,
  topic,
  message,
}: Omit<Person, 'phone'>) =>
  JSON.stringify({ firstName, lastName, email, preferredWindow, timeZone, topic, message });
