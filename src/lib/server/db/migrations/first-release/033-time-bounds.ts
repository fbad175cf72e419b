import { type Kysely, sql } from 'kysely';

/**
 * The times that staff enter are within this century, as domain/core/calendar.ts says. A row that an earlier version
 * accepted gets the nearest time within the bounds, because no page could show it. [C-29]
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['training_batch', 'interview_slot']) {
    const isOutside = sql`starts_at < ${first} or ends_at < ${first} or starts_at >= ${end} or ends_at >= ${end}`;
    await sql`
      update ${sql.table(table)} set
        starts_at = least(greatest(starts_at, ${first}), ${end} - interval '1 hour'),
        ends_at = least(greatest(ends_at, ${first} + interval '1 hour'), ${end} - interval '1 millisecond')
      where ${isOutside}`.execute(db);
    await sql`
      alter table ${sql.table(table)}
      add constraint ${sql.ref(`${table}_times`)} check (not (${isOutside}))`.execute(db);
  }
  await sql`
    update job set apply_by = least(greatest(apply_by, ${first}), ${end} - interval '1 millisecond')
    where apply_by < ${first} or apply_by >= ${end}`.execute(db);
  await sql`
    alter table job
    add constraint job_apply_by check (apply_by >= ${first} and apply_by < ${end})`.execute(db);
}

const first = sql`timestamptz '2000-01-01T00:00:00Z'`;
const end = sql`timestamptz '2100-01-01T00:00:00Z'`;
