import { type Kysely, sql } from 'kysely';

/** The times of leads and payments that staff enter are within this century, as those of appointments are. [C-29] */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of columns) {
    const time = sql.ref(column);
    await sql`
      update ${sql.table(table)} set ${time} = least(greatest(${time}, ${first}), ${end} - interval '1 millisecond')
      where ${time} < ${first} or ${time} >= ${end}`.execute(db);
    await sql`
      alter table ${sql.table(table)}
      add constraint ${sql.ref(`${table}_${column}`)} check (${time} >= ${first} and ${time} < ${end})`.execute(
      db,
    );
  }
}

const columns = [
  ['lead', 'due_at'],
  ['lead', 'next_call_at'],
  ['lead_attempt', 'at'],
  ['enrolment_payment', 'received_at'],
] as const;
const first = sql`timestamptz '2000-01-01T00:00:00Z'`;
const end = sql`timestamptz '2100-01-01T00:00:00Z'`;
