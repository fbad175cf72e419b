import { beforeEach, expect, it } from 'vitest';
import { grantRole } from '#lib/server/staff/grant-role.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, signUpVerified } from '../../support/auth/people.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let admin: Visitor;
const exportRoute = 'POST /api/v1/staff/privacy/export/';
const erase = 'POST /api/v1/staff/privacy/erase/';

beforeEach(async () => {
  const person = await signUpStaff(test);
  await grantRole(test.db, person.e164, 'admin');
  admin = person.visitor;
});

const askForCall = (phone: string) =>
  test.visitor().call('POST /api/v1/cap/request-sales-callback/', {
    first_name: 'Kavya',
    last_name: 'Nair',
    email: 'kavya.nair@example.com',
    country_iso_code: 'IN',
    phone,
    preferred_window: 'ASAP',
    consent: true,
  });

it('[C-39] an admin exports and erases what a number without an account left, and the audit names nobody', async () => {
  const phone = newPhone();
  await askForCall(phone);
  await test.messages.deliverQueued();
  const { body } = await admin.call(exportRoute, { contact: phone });
  const { tables } = JSON.parse(body.json) as { tables: Record<string, unknown[]> };
  expect(Object.keys(tables)).toEqual(expect.arrayContaining(['lead', 'callback_request', 'callback_event']));
  const rows = Object.values(tables).flat().length;

  expect(await admin.call(erase, { contact: phone, rows: rows - 1 })).toMatchObject({
    status: 409,
    body: { error_code: 'STALE_WRITE' },
  });
  expect((await admin.call(erase, { contact: phone, rows })).status).toBe(200);
  expect(await test.db.selectFrom('lead').select('id').where('firstName', '=', 'Kavya').execute()).toEqual(
    [],
  );
  expect(await test.db.selectFrom('callbackRequest').select('id').execute()).toEqual([]);
  const audit = await test.db
    .selectFrom('auditEvent')
    .selectAll()
    .where('action', 'like', 'privacy.%')
    .orderBy('id')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(['privacy.EXPORT', 'privacy.ERASE']);
  expect(JSON.stringify(audit)).not.toMatch(new RegExp(`${phone}|kavya`, 'i'));
});

it('[C-39] the contact of an account is left to its owner, and only an admin with a recent OTP may ask', async () => {
  const { phone } = await signUpVerified(test);
  expect(await admin.call(exportRoute, { contact: phone })).toMatchObject({
    status: 409,
    body: { error_code: 'INVALID_STATE' },
  });
  const staff = (await signUpStaff(test)).visitor;
  expect((await staff.call(exportRoute, { contact: newPhone() })).status).toBe(403);
  await test.db.updateTable('session').set({ provenAt: null }).execute();
  expect(await admin.call(erase, { contact: newPhone(), rows: 0 })).toMatchObject({
    status: 403,
    body: { error_code: 'REAUTH_REQUIRED' },
  });
});
