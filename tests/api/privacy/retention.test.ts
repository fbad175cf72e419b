import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { deleteDueAccounts } from '#lib/server/privacy/delete-account.ts';
import { deleteOldRows, permanentTables, retentionRules } from '#lib/server/retention.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { insertLearner } from '../../support/enrolment/learners.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { insertPaidPass } from '../../support/hiring/mock-interviews.ts';

const test = useTestApi();
const day = 86_400;
const year = 365.25 * day;
const count = async (table: string) => {
  const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.table(table)}`.execute(
    test.db,
  );
  return Number(rows[0]?.count);
};

it('[C-22] every rule of retention stands in the documentation, with its tables and its time', () => {
  const documentation = readFileSync('docs/privacy.md', 'utf8');
  for (const { tables, keptFor } of retentionRules)
    expect(documentation).toContain(`| ${tables.map((table) => `\`${table}\``).join(', ')} | ${keptFor} |`);
  const reasons = Object.entries(permanentTables).filter(([, reason]) => !reason.includes('names nobody'));
  for (const [table, reason] of reasons) expect(documentation).toContain(`| \`${table}\` | ${reason} |`);
});

it('[C-22] the rows of every table end by a rule or with the record that they belong to, or stay for a reason', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(test.db);
  const { rows: cascades } = await sql<{ child: string; parent: string }>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
    where contype = 'f' and confdeltype = 'c'`.execute(test.db);
  const ending = new Set([...retentionRules.flatMap((rule) => rule.tables), ...Object.keys(permanentTables)]);
  for (let size = 0; size < ending.size; ) {
    size = ending.size;
    for (const { child, parent } of cascades) if (ending.has(parent)) ending.add(child);
  }
  expect(tables.map(({ name }) => name).filter((name) => !ending.has(name))).toEqual([]);
  const names = new Set(tables.map(({ name }) => name));
  expect([...ending].filter((name) => !names.has(name))).toEqual([]);
});

it('[C-22] an account is deleted without reading whole tables: every reference has an index', async () => {
  const { rows } = await sql<{ reference: string }>`
    select format('%s.%s', reference.conrelid::regclass, attname) as reference
    from pg_constraint reference
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))`.execute(
    test.db,
  );
  expect(rows).toEqual([]);
});

it('[C-22] a round deletes more rows than one statement', async () => {
  await sql`
    insert into rate_counter (key, count, expires_at)
    select 'old:' || number, 1, now() - interval '1 minute' from generate_series(1, 1200) number`.execute(
    test.db,
  );
  await deleteOldRows(test.db);
  expect(await count('rate_counter')).toBe(0);
});

it('[C-22] codes, sessions and counters end with their time, and not before', async () => {
  await signUpVerified(test);
  await deleteOldRows(test.db);
  expect([await count('otp_challenge'), await count('session')]).toEqual([1, 1]);
  expect(await count('rate_counter')).toBeGreaterThan(0);
  await travel(test.db, 2 * day);
  await deleteOldRows(test.db);
  expect([await count('otp_challenge'), await count('session'), await count('rate_counter')]).toEqual([
    0, 1, 0,
  ]);
  await travel(test.db, 13 * day);
  await deleteOldRows(test.db);
  expect([await count('session'), await count('app_user')]).toEqual([0, 1]);
});

it('[C-22] a rule that fails stops none of the others, and the failure is reported', async () => {
  await signUpVerified(test);
  await travel(test.db, 16 * day);
  const [first] = retentionRules;
  if (!first) throw new Error('there is no rule');
  const failing = vi.spyOn(first, 'deleteOld').mockRejectedValueOnce(new Error('canceling statement'));
  await expect(deleteOldRows(test.db)).rejects.toThrow('1 of ');
  failing.mockRestore();
  expect([await count('otp_challenge'), await count('session')]).toEqual([0, 0]);
});

it('[TRACK-03] visits older than 13 months are deleted piece by piece, with their events', async () => {
  await sql`
    insert into analytics_visit (id, day, started_at, device, landing_page, sample_percent)
    select gen_random_uuid(), now()::date - (case when n <= 1200 then 420 else 10 end), now(), 'PHONE', '/', 100
    from generate_series(1, 1300) n`.execute(test.db);
  await sql`
    insert into analytics_event (visit_id, number, day, at, name, page, properties)
    select id, 1, day, now(), 'page_viewed', '/', '{}' from analytics_visit`.execute(test.db);
  await deleteOldRows(test.db);
  expect([await count('analytics_visit'), await count('analytics_event')]).toEqual([100, 100]);
});

it('what staff wrote to many ends after two years, and the reader of an employer’s link has no name then', async () => {
  await restoreJobs(test.db);
  const [job] = await test.db.selectFrom('job').select('id').execute();
  await test.db
    .insertInto('candidateMessage')
    .values({
      ...{
        id: uuidv7(),
        subject: 'Hello',
        text: 'Hello',
        applicationIds: '[]',
        people: 2,
        sentById: uuidv7(),
      },
    })
    .execute();
  await test.db
    .insertInto('employerLink')
    .values({
      ...{ id: uuidv7(), requestId: uuidv7(), jobId: job?.id ?? '', keyHash: 'a', personName: 'Leela Menon' },
      ...{ personEmail: 'leela@employer.example', createdById: uuidv7() },
      expiresAt: new Date(Date.now() + day * 1000),
    })
    .execute();
  const link = () => test.db.selectFrom('employerLink').select(['personName', 'personEmail']).execute();
  await travel(test.db, 2 * year - day);
  await deleteOldRows(test.db);
  expect([await count('candidate_message'), await link()]).toEqual([
    1,
    [{ personName: 'Leela Menon', personEmail: 'leela@employer.example' }],
  ]);
  await travel(test.db, 4 * day);
  await deleteOldRows(test.db);
  expect([await count('candidate_message'), await link()]).toEqual([
    0,
    [{ personName: 'Deleted', personEmail: '' }],
  ]);
});

it('a payment stays for eight years after its account was deleted, without a name', async () => {
  const { userId } = await insertLearner(test);
  await insertPaidPass(test.db, userId);
  await sql`insert into account_deletion (user_id, due_at) values (${userId}, now())`.execute(test.db);
  await deleteDueAccounts(test);
  expect(await test.db.selectFrom('appUser').select(['firstName', 'lastName']).execute()).toEqual([
    { firstName: 'Deleted', lastName: 'account' },
  ]);
  await travel(test.db, 8 * year - day);
  await deleteOldRows(test.db);
  expect(await count('interview_pass')).toBe(1);
  await travel(test.db, 3 * day);
  await deleteOldRows(test.db);
  expect([await count('interview_pass'), await count('app_user')]).toEqual([0, 0]);
});
