import { beforeEach, expect, it } from 'vitest';
import { handlePeopleForm } from '#lib/server/staff/people/people-form.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, signUp, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { postStaffForm, requireUserId, signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const grant = 'POST /api/v1/staff/people/grant/';
let admin: { visitor: Visitor; id: string };

beforeEach(async () => {
  admin = await signUpStaff(test);
  await test.db.insertInto('userRole').values({ userId: admin.id, role: 'admin' }).execute();
});

const body = (phone: string, role = 'staff') => ({ country_iso_code: 'IN', phone, role });
const revoke = (visitor: Visitor, id: string) => visitor.call(`POST /api/v1/staff/people/${id}/revoke/`, {});
const audits = async () =>
  (await test.db.selectFrom('auditEvent').selectAll().orderBy('id').execute())
    .filter(({ actorId, details }) => actorId === admin.id && 'to' in details)
    .map(({ action, details, subjectId }) => ({ action, details, subjectId }));

it('[C-39] an admin grants and revokes a role by phone, and the audit has the role before and after', async () => {
  const person = await signUpVerified(test);
  const id = await requireUserId(test.db, person.e164);
  expect((await admin.visitor.call(grant, body(person.phone))).status).toBe(200);
  expect((await person.visitor.call('GET /api/v1/staff/jobs/')).status).toBe(200);
  expect((await admin.visitor.call(grant, body(person.phone))).status).toBe(200);
  expect((await admin.visitor.call(grant, body(person.phone, 'admin'))).status).toBe(200);
  const { body: list } = await admin.visitor.call('GET /api/v1/staff/people/');
  expect(list.results.map(({ id, role }: { id: string; role: string }) => [id, role])).toContainEqual([
    id,
    'admin',
  ]);
  expect(list.results).toHaveLength(2);
  expect((await revoke(admin.visitor, id)).status).toBe(200);
  expect((await person.visitor.call('GET /api/v1/staff/jobs/')).status).toBe(404);
  expect(await audits()).toEqual([
    { action: 'role.GRANT', subjectId: id, details: { from: 'none', to: 'staff' } },
    { action: 'role.GRANT', subjectId: id, details: { from: 'staff', to: 'admin' } },
    {
      action: 'role.REVOKE',
      subjectId: id,
      details: { from: 'admin', to: 'none', applications: 0, leads: 0, interviews: 0, freeTimes: 0 },
    },
  ]);
});

it('[C-39] staff who are no admins get 403 from every endpoint of roles', async () => {
  const staff = await signUpStaff(test);
  const answers = [
    await staff.visitor.call('GET /api/v1/staff/people/'),
    await staff.visitor.call(grant, body(staff.phone, 'admin')),
    await revoke(staff.visitor, admin.id),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(403);
    expect(answer.body.error_code).toBe('PERMISSION_DENIED');
  }
  expect(await audits()).toEqual([]);
});

it('[C-20] a role changes only within 10 minutes after an OTP', async () => {
  const person = await signUpStaff(test);
  await travel(test.db, 601);
  for (const answer of [
    await admin.visitor.call(grant, body(person.phone, 'admin')),
    await revoke(admin.visitor, person.id),
  ])
    expect([answer.status, answer.body.error_code]).toEqual([403, 'REAUTH_REQUIRED']);
  expect(await audits()).toEqual([]);
});

it('a role is granted to a verified number only', async () => {
  const unproven = await signUp(test);
  for (const phone of [unproven.phone, newPhone()]) {
    const answer = await admin.visitor.call(grant, body(phone));
    expect([answer.status, answer.body.error_code]).toEqual([404, 'USER_NOT_FOUND']);
    expect(answer.body.field_errors.phone).toContain('sign up first');
  }
});

it('[C-39] the last admin keeps the role', async () => {
  const answer = await revoke(admin.visitor, admin.id);
  expect([answer.status, answer.body.error_code]).toEqual([409, 'LAST_ADMIN']);
  expect((await admin.visitor.call('GET /api/v1/staff/people/')).status).toBe(200);
});

it('the page’s forms grant and revoke, also for a number with its country code', async () => {
  const person = await signUpVerified(test);
  const userId = await requireUserId(test.db, person.e164);
  const post = (fields: Record<string, string>) =>
    handlePeopleForm(test.api, postStaffForm(test, admin.visitor, '/staff/people/', fields));
  const phone = `+91 ${person.phone.slice(0, 5)} ${person.phone.slice(5)}`;
  expect((await post({ form: 'grant', phone, role: 'staff' })).done).toBe('changed');
  expect((await post({ form: 'revoke', userId })).done).toBe('revoked-role');
  expect((await post({ form: 'revoke', userId })).errors?.status).toBe(404);
  expect((await audits()).map(({ action }) => action)).toEqual(['role.GRANT', 'role.REVOKE']);
});

it('[C-20] the page asks for an OTP where it is needed, and keeps what was typed until it is entered', async () => {
  const person = await signUpVerified(test);
  const user = await test.db
    .selectFrom('appUser')
    .selectAll()
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow();
  const post = (fields: Record<string, string>) =>
    handlePeopleForm(test.api, postStaffForm(test, admin.visitor, '/staff/people/', fields), user);
  const typed = { form: 'grant', phone: person.phone, role: 'admin' };
  await travel(test.db, 601);
  const rejected = await post(typed);
  expect([rejected.errors?.errorCode, rejected.values]).toEqual(['REAUTH_REQUIRED', typed]);

  const sent = await post({ ...typed, otpStep: 'send' });
  expect([sent.done, sent.errors, sent.values]).toMatchObject([null, null, typed]);
  const otpId = sent.otp?.otpId ?? '';
  const code = await test.codeFor(user.phoneE164);
  const wrong = await post({
    ...typed,
    otpStep: 'confirm',
    otpId,
    otp: code === '000000' ? '000001' : '000000',
  });
  expect([wrong.otp, wrong.errors?.fields.otp]).toMatchObject([
    { otpId, isConfirmed: false },
    expect.any(String),
  ]);
  const tooSoon = await post({ ...typed, otpStep: 'send', otpId });
  expect([tooSoon.errors?.errorCode, tooSoon.otp?.otpId]).toEqual(['OTP_RESEND_TOO_SOON', otpId]);
  const right = await post({ ...typed, otpStep: 'confirm', otpId, otp: code });
  expect([right.done, right.otp?.isConfirmed, right.values]).toMatchObject([null, true, typed]);
  expect(await audits()).toEqual([]);
});
