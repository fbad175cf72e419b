import type { APIContext } from 'astro';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Endpoint, staffPath } from '#lib/contract/core/endpoint.ts';
import { contract } from '#lib/contract/index.ts';
import { grantRole, listStaff, revokeRoles } from '#lib/server/staff/grant-role.ts';
import { GET as openApiDocument } from '../../../src/pages/api/openapi.json.ts';
import { useTestApi } from '../../support/api.ts';
import { signUp, signUpVerified } from '../../support/auth/people.ts';
import { requireUserId, signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const calls = Object.entries(contract) as [string, Endpoint][];
const staffCalls = calls.filter(([, { access: who }]) => who === 'staff').map(([key]) => key);
const someId = '00000000-0000-7000-8000-000000000000';
const filled = (key: string) => key.replace(/\{\w+\}/g, someId);

/** The response to an unknown path, without the request id. */
async function askUnknown(visitor: Visitor, key: string, body?: unknown) {
  const { status, headers, body: answer } = await visitor.call(key, body);
  return { status, names: [...headers.keys()].sort(), answer: { ...answer, request_id: '' } };
}

async function expectHidden(visitor: Visitor): Promise<void> {
  const nowhere = await askUnknown(visitor, 'GET /api/v1/no-such-thing/');
  expect(nowhere.status).toBe(404);
  for (const key of staffCalls) {
    const body = key.startsWith('GET') ? undefined : {};
    expect(await askUnknown(visitor, filled(key), body), key).toEqual(nowhere);
    const [method, path] = filled(key).split(' ');
    // A wrong method, a wrong body or a request from another site must not reveal the endpoint either.
    expect((await visitor.call(`${method === 'DELETE' ? 'PATCH' : 'DELETE'} ${path}`, {})).status, key).toBe(
      404,
    );
    const foreign = { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' };
    if (body) expect((await visitor.call(filled(key), 'x', foreign)).status, key).toBe(404);
  }
}

it('every staff endpoint is below one path, and no other endpoint is', () => {
  expect(staffCalls.length).toBeGreaterThan(20);
  for (const [key, { access: who }] of calls)
    expect(key.split(' ')[1]?.startsWith(staffPath), key).toBe(who === 'staff');
});

it('[C-39] every staff endpoint returns 404 to a visitor', async () => {
  await expectHidden(test.visitor());
});

it('[C-39] every staff endpoint returns 404 to a candidate', async () => {
  const { visitor } = await signUpVerified(test);
  expect((await visitor.call('POST /api/v1/moonshot/register/', { consent: true })).status).toBe(200);
  await expectHidden(visitor);
});

it('[C-39] every staff endpoint returns 404 to staff with an unverified number or a disabled account', async () => {
  const unproven = await signUp(test);
  const id = await requireUserId(test.db, unproven.e164);
  await test.db.insertInto('userRole').values({ userId: id, role: 'staff' }).execute();
  await expectHidden(unproven.visitor);

  const disabled = await signUpStaff(test);
  await test.db
    .updateTable('appUser')
    .set({ disabledAt: sql`now()` })
    .where('id', '=', disabled.id)
    .execute();
  expect((await disabled.visitor.call('GET /api/v1/staff/jobs/')).status).toBe(404);
});

it('the public OpenAPI document lists no staff endpoint', async () => {
  const document = await (await openApiDocument({} as APIContext)).json();
  expect(JSON.stringify(document)).not.toContain('/staff/');
  expect(Object.keys(document.paths).length).toBeGreaterThan(20);
});

it('granting a role opens every endpoint at once, and revoking it closes every endpoint at once', async () => {
  const person = await signUpVerified(test);
  const ask = async () => (await person.visitor.call('GET /api/v1/staff/jobs/')).status;
  expect(await ask()).toBe(404);
  expect(await grantRole(test.db, person.e164, 'staff')).toContain('has the role staff now');
  expect(await grantRole(test.db, person.e164, 'staff')).toContain('already');
  expect(await ask()).toBe(200);
  expect(await listStaff(test.db)).toEqual([
    expect.objectContaining({ phone: person.e164, role: 'staff', name: 'Asha Verma' }),
  ]);
  expect(await revokeRoles(test.db, person.e164)).toContain('no role any more');
  expect(await ask()).toBe(404);
  const audit = await test.db.selectFrom('auditEvent').select('action').orderBy('id').execute();
  expect(audit.map(({ action }) => action)).toEqual(['role.GRANT', 'role.REVOKE']);
});

it('a role can be granted only to a verified number', async () => {
  const { e164 } = await signUp(test);
  await expect(grantRole(test.db, e164, 'staff')).rejects.toThrow(/Nobody has verified/);
  await expect(grantRole(test.db, '9876543210', 'staff')).rejects.toThrow(/country code/);
});
