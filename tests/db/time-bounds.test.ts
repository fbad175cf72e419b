import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import * as timeBounds from '#lib/server/db/migrations/first-release/033-time-bounds.ts';
import { useTestApi } from '../support/api.ts';
import { restoreJobs } from '../support/hiring/job-catalogue.ts';
import { requireJobBySlug } from '../support/hiring/staff.ts';
import { requestCall } from '../support/leads/requests.ts';

const test = useTestApi();
let jobId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ id: jobId } = await requireJobBySlug(test.db, 'inside-sales-associate-cl13'));
});

const insertBatch = (id: string, startsAt: string, endsAt: string): RawBuilder<unknown> => sql`
  insert into training_batch (id, job_id, title, starts_at, ends_at, time_zone, mode, capacity)
  values (${id}, ${jobId}, 'May', ${startsAt}::timestamptz, ${endsAt}::timestamptz, 'Asia/Kolkata', 'ONLINE', 5)`;

const isRejected = (statement: RawBuilder<unknown>, constraint: string) =>
  expect(statement.execute(test.db)).rejects.toThrow(constraint);

it('[C-29] the database rejects times out of bounds', async () => {
  await isRejected(insertBatch(randomUUID(), '2026-12-05Z', 'infinity'), 'training_batch_times');
  await isRejected(insertBatch(randomUUID(), '1999-12-05Z', '2026-12-05Z'), 'training_batch_times');
  await isRejected(sql`update job set apply_by = '2100-01-01T00:00:00Z'`, 'job_apply_by');
  await isRejected(
    sql`
      insert into interview_slot (id, job_id, starts_at, ends_at, time_zone, mode, capacity)
      values (gen_random_uuid(), ${jobId}, '2099-12-31T23:30Z', '2100-01-01T00:00Z', 'Asia/Kolkata', 'VIDEO', 1)`,
    'interview_slot_times',
  );
  const { e164 } = await requestCall(test);
  for (const column of ['due_at', 'next_call_at'])
    await isRejected(
      sql`update lead set ${sql.ref(column)} = '2100-01-01T00:00:00Z' where phone_e164 = ${e164}`,
      `lead_${column}`,
    );
});

it('[C-29] the migration gives rows that an earlier version accepted the nearest time within the bounds', async () => {
  await sql`alter table job drop constraint job_apply_by`.execute(test.db);
  for (const table of ['training_batch', 'interview_slot'])
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_times`)}`.execute(test.db);
  const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
  try {
    await insertBatch(ids[0], '2026-12-05T10:00Z', '10000-01-01T00:00Z').execute(test.db);
    await insertBatch(ids[1], '0001-01-01T00:00Z', '0001-01-02T00:00Z').execute(test.db);
    await insertBatch(ids[2], '10000-01-01T00:00Z', 'infinity').execute(test.db);
    await sql`update job set apply_by = '9999-12-31T00:00Z' where id = ${jobId}`.execute(test.db);
  } finally {
    await timeBounds.up(test.db as unknown as Kysely<unknown>);
  }
  const { rows } = await sql<{ times: string }>`
    select to_json(starts_at at time zone 'UTC') #>> '{}' || ' ' || (to_json(ends_at at time zone 'UTC') #>> '{}') as times
    from training_batch where id in (${sql.join([...ids])}) order by starts_at, ends_at`.execute(test.db);
  expect(rows.map(({ times }) => times)).toEqual([
    '2000-01-01T00:00:00 2000-01-01T01:00:00',
    '2026-12-05T10:00:00 2099-12-31T23:59:59.999',
    '2099-12-31T23:00:00 2099-12-31T23:59:59.999',
  ]);
  const { applyBy } = await requireJobBySlug(test.db, 'inside-sales-associate-cl13');
  expect(applyBy.toISOString()).toBe('2099-12-31T23:59:59.999Z');
});
