import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';

/** Rows for Today. */

/** Inserts a message that failed and returns its id. A repeatable one may be sent again. */
export async function insertFailedMessage(
  db: Db,
  { recipient = 'meera@example.com', isRepeatable = false } = {},
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto('outbox')
    .values({
      ...{ id, dedupeKey: id, recipient, medium: 'EMAIL', kind: 'appointment' },
      ...{ subject: 'Your interview was moved', status: 'FAILED', finishedAt: sql<Date>`now()` },
      ...{ isRepeatable, ...(isRepeatable && { sender: 'appointment-update', text: 'It is on Monday.' }) },
    })
    .execute();
  return id;
}

/** Inserts a message that was sent and may be sent again, and returns its id. */
export async function insertSentMessage(
  db: Db,
  { recipient = 'meera@example.com', userId = null as string | null } = {},
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto('outbox')
    .values({
      ...{ id, dedupeKey: id, recipient, userId, medium: 'EMAIL', kind: 'appointment', isRepeatable: true },
      ...{ sender: 'appointment-update', subject: 'Your interview was moved', summary: 'It is on Monday.' },
      ...{ text: 'It is on Monday.', status: 'SENT', finishedAt: sql<Date>`now()` },
    })
    .execute();
  return id;
}

/** Inserts a lead whose call was promised in this many minutes and returns its id. */
export async function insertCall(db: Db, minutes: number, phone = '+919812345678'): Promise<string> {
  const id = uuidv7();
  await sql`
    insert into lead (id, first_name, last_name, phone_e164, due_at)
    values (${id}, 'Kiran', 'Rao', ${phone}, now() + make_interval(mins => ${minutes}))`.execute(db);
  return id;
}

/** Inserts 10,000 messages that were sent, 100 that failed, and 10,000 calls that have taken place. */
export async function insertManyDue(db: Db): Promise<void> {
  await sql`
    insert into outbox (id, dedupe_key, recipient, medium, kind, status, finished_at)
    select gen_random_uuid(), 'many:' || n, 'x@example.com', 'EMAIL', 'callback',
      case when n % 100 = 0 then 'FAILED' else 'SENT' end, now() - make_interval(mins => n)
    from generate_series(1, 20000) n`.execute(db);
  await sql`
    insert into callback_request (id, reference, first_name, last_name, country_iso_code, phone_e164,
      preferred_window, time_zone, status, expected_by)
    select gen_random_uuid(), 'CB-MANY-' || n, 'Kiran', 'Rao', 'IN', '+9170' || lpad(n::text, 8, '0'), '"ASAP"',
      'Asia/Kolkata', case when n % 50 = 0 then 'NEW' else 'CONNECTED' end, now() - make_interval(mins => n)
    from generate_series(1, 10000) n`.execute(db);
}
