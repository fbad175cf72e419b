import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordAudit } from '#lib/server/core/audit.ts';
import { demoPhone, seedDemo } from '#lib/server/demo/index.ts';
import { deleteDueAccounts } from '#lib/server/privacy/delete-account.ts';
import { makeExports } from '#lib/server/privacy/make-exports.ts';
import { collectData } from '#lib/server/privacy/personal-data/collect-data.ts';
import { exportedTables, omittedTables } from '#lib/server/privacy/personal-data/personal-tables.ts';
import { loadSubject } from '#lib/server/privacy/personal-data/subject.ts';
import { unsearchedColumns } from '#lib/server/privacy/personal-data/unsearched-columns.ts';
import { rollUpReports } from '#lib/server/staff/reports/roll-up/index.ts';
import type { TestApi } from '../../support/api.ts';
import { createTestApi } from '../../support/api.ts';
import { testDatabase } from '../../support/database.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';

let test: TestApi;
const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-privacy-'));

beforeAll(async () => {
  const { db } = await testDatabase();
  test = createTestApi(db, dataDir);
  await seedDemo(db, test.mediaStore);
});
afterAll(async () => {
  await test.messages.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Column {
  table: string;
  column: string;
}

/** Lists the columns of the database, of the given types. */
async function listColumns(types: readonly string[] | null = null): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as "column"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (${types === null} or c.data_type = any(${types ?? []}::text[]))
    order by 1, 2`.execute(test.db);
  return rows;
}

const requireDemoUser = () =>
  test.db.selectFrom('appUser').selectAll().where('phoneE164', '=', demoPhone).executeTakeFirstOrThrow();

it('every table is exported or stands in the list of those that are not, with the reason', async () => {
  const tables = new Set((await listColumns()).map(({ table }) => table));
  const listed = [...Object.keys(exportedTables), ...Object.keys(omittedTables)];
  expect([...tables].filter((table) => !listed.includes(table))).toEqual([]);
  expect(listed.filter((table) => !tables.has(table))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

it('[C-20] every column for a person, a number or an address is searched, or stands in the list of those that are not, with the reason', async () => {
  const isPersonal =
    /(^|_)(user|staff|owner|actor|author|by|expert|interviewer|candidate|learner|recipient|value)_id$|phone|email|mailbox|recipient|contact|(first|last|holder|person|accepted)_name$|^value$/;
  const { rows: keys } = await sql<Column>`
    select k.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'app_user'::regclass`.execute(test.db);
  const columns = [...(await listColumns()).filter(({ column }) => isPersonal.test(column)), ...keys];
  const names = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  expect(names.size).toBeGreaterThan(110);
  const searched = new Set(
    Object.entries(exportedTables).flatMap(([table, { users = [], phones = [], emails = [] }]) =>
      [...users, ...phones, ...emails].map((column) => `${table}.${column}`),
    ),
  );
  const listed = Object.values(unsearchedColumns).flat();
  expect([...names].filter((name) => !searched.has(name) && !listed.includes(name))).toEqual([]);
  expect(listed.filter((name) => !names.has(name) || searched.has(name))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

it('the export has every row that mentions the demo person, by id, number or address', async () => {
  const user = await requireDemoUser();
  const found = await collectData(test.db, await loadSubject(test.db, user));
  const texts = [user.id, user.phoneE164, user.phoneE164.slice(3), user.email];
  expect(Object.keys(found).length).toBeGreaterThan(25);
  const lost: string[] = [];
  for (const table of Object.keys(exportedTables)) {
    const { rows } = await sql<{
      row: string;
    }>`select to_jsonb(t)::text as row from ${sql.table(table)} t`.execute(test.db);
    const mentioning = rows.filter(({ row }) => texts.some((text) => row.includes(text)));
    const count = found[table]?.length ?? 0;
    if (mentioning.length > count) lost.push(`${table}: ${count} of ${mentioning.length}`);
  }
  expect(lost).toEqual([]);
});

it('after the deletion neither the database nor the store has the number, the address or a file of the person', async () => {
  const user = await requireDemoUser();
  const texts = [user.phoneE164, user.phoneE164.slice(3), user.email, user.id];
  const files = await test.db.selectFrom('media').select('id').where('userId', '=', user.id).execute();
  expect(files.length).toBeGreaterThan(1);
  expect(await findTexts(texts)).not.toEqual([]);
  const certificates = await test.db
    .selectFrom('certificate')
    .select('shortUuid')
    .where('userId', '=', user.id)
    .execute();
  await recordAudit(test.db, {
    ...{ actorId: randomUUID(), action: 'candidate.VERIFY', subjectType: 'candidate', subjectId: user.id },
    details: {
      name: `${user.firstName} ${user.lastName}`,
      note: `Call ${user.firstName}: ${user.phoneE164}`,
      email: user.email,
    },
  });
  const resized = join(dataDir, 'images', 'face');
  mkdirSync(join(dataDir, 'images'), { recursive: true });
  writeFileSync(resized, 'a face');
  await sql`insert into data_export (id, user_id) values (${randomUUID()}, ${user.id})`.execute(test.db);
  await makeExports(test);
  const hashes = new Set(await hashFiles(files.map(({ id }) => id)));
  expect(hashes.size).toBeGreaterThan(1);
  expect(findInFiles(texts)).not.toEqual([]);

  // The reports count the person, and within ten minutes of the deletion no more.
  await rollUpReports(test.db);
  await deleteAccounts([user.id]);
  expect(await test.db.selectFrom('appUser').select('id').where('id', '=', user.id).execute()).toEqual([]);
  await rollUpReports(test.db);
  // The audit keeps the id of a deleted account, which leads to nobody any more.
  const left = (await findTexts(texts)).filter((one) => !one.startsWith('audit_event.subject_id'));
  expect(left).toEqual([]);
  expect(listFiles(dataDir).filter((path) => files.some(({ id }) => path.includes(id)))).toEqual([]);
  // Neither a picture of the person, under whatever name, nor a copy of the data.
  expect(listFiles(dataDir).filter((path) => hashes.has(hashOf(readFileSync(join(dataDir, path)))))).toEqual(
    [],
  );
  expect(findInFiles(texts)).toEqual([]);
  expect(existsSync(resized)).toBe(false);
  const audit = await test.db
    .selectFrom('auditEvent')
    .select('details')
    .where('action', '=', 'candidate.VERIFY')
    .execute();
  expect(audit.map(({ details }) => details)).toContainEqual({ name: '…', note: 'Call …: …', email: '…' });
  // A certificate is a public document: its link and the name on it stay.
  const kept = await test.db
    .selectFrom('certificate')
    .select(['holderName', 'holderEmail', 'holderPhone', 'userId'])
    .where(
      'shortUuid',
      'in',
      certificates.map(({ shortUuid }) => shortUuid),
    )
    .execute();
  expect(kept.length).toBe(certificates.length);
  for (const one of kept) expect(one).toMatchObject({ holderEmail: null, holderPhone: null, userId: null });
});

it('whoever is in the demo data can be deleted, in every state that its people are in, and nothing leads to them', async () => {
  const people = await test.db
    .selectFrom('appUser')
    .select(['id', 'phoneE164', 'email'])
    .where('disabledAt', 'is', null)
    .execute();
  expect(people.length).toBeGreaterThan(20);
  // An admin has ended their work.
  await test.db.deleteFrom('userRole').execute();
  await test.db.updateTable('expert').set({ isActive: false }).execute();
  await deleteAccounts(people.map(({ id }) => id));
  const left = await test.db
    .selectFrom('appUser')
    .select('firstName')
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .execute();
  expect(left).toEqual([]);
  const verified = people.flatMap(({ phoneE164, email }) => [phoneE164, phoneE164.slice(3), email]);
  // A message that was on its way while its row was erased still reaches the inbox of a developer.
  const found = (await findTexts(verified)).filter((one) => !one.startsWith('inbox_message.'));
  expect(found).toEqual([]);
}, 300_000);

/** Deletes accounts whose time is over, with a round between in which the messages leave. */
async function deleteAccounts(userIds: readonly string[]): Promise<void> {
  for (const id of userIds)
    await sql`insert into account_deletion (user_id, due_at) values (${id}, now())`.execute(test.db);
  for (let left = userIds.length; left > 0; left -= 50) {
    await deleteDueAccounts(test);
    await deliverDue(test);
    await deleteDueAccounts(test);
  }
}

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

const hashFiles = (ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const file = await test.mediaStore.get(id);
      return hashOf(file ? await buffer(file.stream) : new Uint8Array());
    }),
  );

/** Lists files that contain one of the texts. The copies of data are not compressed. */
const findInFiles = (texts: readonly string[]) =>
  listFiles(dataDir).filter((path) => {
    const content = readFileSync(join(dataDir, path), 'latin1').toLowerCase();
    return texts.some((one) => content.includes(one.toLowerCase()));
  });

/** Searches every text of every row of every table. */
async function findTexts(texts: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const tables = new Set((await listColumns()).map(({ table }) => table));
  for (const table of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(table)} t`.execute(test.db);
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row)) {
        const text = (JSON.stringify(value) ?? '').toLowerCase();
        if (texts.some((one) => text.includes(one.toLowerCase())))
          found.add(`${table}.${column}: ${text.slice(0, 150)}`);
      }
  }
  return [...found];
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
