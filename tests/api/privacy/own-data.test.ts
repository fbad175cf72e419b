import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { deleteOldExports, findOwnExport, makeExports } from '#lib/server/privacy/data-export.ts';
import { deleteDueAccounts } from '#lib/server/privacy/delete-account.ts';
import { retentionRules } from '#lib/server/retention.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';

const test = useTestApi();
const day = 86_400;
const exportRoute = 'POST /api/v1/user/data-export/';
const request = 'POST /api/v1/user/deletion/request/';
const keep = 'POST /api/v1/user/deletion/cancel/';
const countUsers = async () => (await test.db.selectFrom('appUser').select('id').execute()).length;
const userIdOf = async (phoneE164: string) =>
  (
    await test.db
      .selectFrom('appUser')
      .select('id')
      .where('phoneE164', '=', phoneE164)
      .executeTakeFirstOrThrow()
  ).id;

it('[C-20] a copy of the data needs a recent OTP, is made once, and its link reaches the person and expires', async () => {
  const person = await signUpVerified(test);
  const id = await userIdOf(person.e164);
  await travel(test.db, 11 * 60);
  expect(await person.visitor.call(exportRoute, {})).toMatchObject({
    status: 403,
    body: { error_code: 'REAUTH_REQUIRED' },
  });
  await test.db.updateTable('session').set({ provenAt: new Date() }).execute();
  const answers = await Promise.all([1, 2, 3].map(() => person.visitor.fork().call(exportRoute, {})));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await test.db.selectFrom('dataExport').select('readyAt').execute()).toEqual([{ readyAt: null }]);
  expect(await findOwnExport(test, id)).toBe(null);

  await makeExports(test);
  const file = await findOwnExport(test, id);
  // The entries are not compressed, so their text can be searched.
  const zip = file ? await text(file.stream) : '';
  expect(zip).toContain('data.json');
  expect(zip).toContain(person.email);
  expect(zip).not.toMatch(/token_hash|code_hmac/);
  await test.messages.deliverQueued();
  expect((await test.sentTo(person.email))[0]?.text).toContain('/account/privacy/');

  await travel(test.db, 4 * day);
  expect(await findOwnExport(test, id)).toBe(null);
  await deleteOldExports(test);
  expect(await test.db.selectFrom('dataExport').select('id').execute()).toEqual([]);
  expect(await test.db.selectFrom('strayFile').select('mediaId').execute()).toEqual([]);
});

it('[C-20] an account is deleted after seven days, unless the person keeps it in time', async () => {
  const person = await signUpVerified(test);
  expect((await person.visitor.call(request, {})).status).toBe(200);
  await travel(test.db, 6 * day);
  await deleteDueAccounts(test);
  expect(await countUsers()).toBe(1);
  expect((await person.visitor.call(keep, {})).status).toBe(200);
  await travel(test.db, 2 * day);
  await deleteDueAccounts(test);
  expect(await countUsers()).toBe(1);

  await test.db.updateTable('session').set({ provenAt: new Date() }).execute();
  expect((await person.visitor.call(request, {})).status).toBe(200);
  await travel(test.db, 8 * day);
  expect(await person.visitor.call(keep, {})).toMatchObject({
    status: 409,
    body: { error_code: 'INVALID_STATE' },
  });
  await Promise.all([deleteDueAccounts(test), deleteDueAccounts(test)]);
  expect(await countUsers()).toBe(0);
});

it('[C-20] a member of staff keeps the account until somebody has ended the role', async () => {
  const staff = await signUpStaff(test);
  expect(await staff.visitor.call(request, {})).toMatchObject({
    status: 409,
    body: { error_code: 'INVALID_STATE' },
  });
  await test.db.deleteFrom('userRole').execute();
  expect((await staff.visitor.call(request, {})).status).toBe(200);
});

it('[C-22] every rule of retention stands in the documentation, with its tables and its time', () => {
  const documentation = readFileSync('docs/privacy.md', 'utf8');
  for (const { tables, keptFor } of retentionRules)
    expect(documentation).toContain(`| ${tables.map((table) => `\`${table}\``).join(', ')} | ${keptFor} |`);
});
