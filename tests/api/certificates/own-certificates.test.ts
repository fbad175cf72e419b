import { expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { insertCertificate } from '../../support/certificates.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';

const test = useTestApi();
const path = '/api/v1/certificates/';
const getPublic = async (id: string) =>
  (await test.visitor().call(`GET /api/v1/public/certificates/${id}/`)).body;

it('[API-52] the account with the verified number claims a certificate, and nobody else sees or changes it', async () => {
  const owner = await signUpVerified(test);
  const other = await signUpVerified(test);
  const { id } = await insertCertificate(test.db, { holderEmail: null, holderPhone: owner.e164 });
  await test.db.updateTable('certificate').set({ userId: null }).execute();
  expect((await other.visitor.call(`GET ${path}`)).body.results).toEqual([]);
  const { body } = await owner.visitor.call(`GET ${path}`);
  expect(body).toMatchObject({ count: 1, results: [{ id, status: 'ISSUED', can_hide: true }] });
  const hide = (visitor: typeof other.visitor) =>
    visitor.call(`POST ${path}${id}/visibility/`, { is_hidden: true });
  expect(await hide(other.visitor)).toMatchObject({ status: 404 });
  expect(await hide(test.visitor())).toMatchObject({ status: 401 });
  expect((await hide(owner.visitor)).body).toMatchObject({ status: 'HIDDEN', can_show: true });
});

it('[API-52] an email that is not verified claims nothing', async () => {
  const { visitor, e164 } = await signUpVerified(test);
  const { email } = await test.db.selectFrom('appUser').select('email').executeTakeFirstOrThrow();
  await test.db.updateTable('appUser').set({ emailVerifiedAt: null }).execute();
  await insertCertificate(test.db, { holderEmail: email });
  expect(e164).toBeTruthy();
  expect((await visitor.call(`GET ${path}`)).body.count).toBe(0);
});

it('[API-52] a hidden certificate shows nothing of its holder, and is shown again', async () => {
  const { visitor, e164 } = await signUpVerified(test);
  const { id, shortUuid } = await insertCertificate(test.db, { holderPhone: e164 });
  const setHidden = (is_hidden: boolean) => visitor.call(`POST ${path}${id}/visibility/`, { is_hidden });
  await setHidden(true);
  expect((await setHidden(true)).status).toBe(200);
  expect(JSON.stringify(await getPublic(shortUuid))).not.toContain('Lakshmi');
  await setHidden(false);
  expect(await getPublic(shortUuid)).toMatchObject({ status: 'ISSUED', holder_name: 'Lakshmi Narayanan' });
});

it('[API-52] a holder asks for another name, and staff approve it as a new version', async () => {
  const { visitor, e164 } = await signUpVerified(test);
  const { id, shortUuid } = await insertCertificate(test.db, { holderPhone: e164 });
  const request = (holder_name: string) =>
    visitor.call(`POST ${path}${id}/request-name/`, { holder_name, note: 'As in my passport' });
  expect(await request('张伟')).toMatchObject({ status: 400 });
  await request('Lakshmi N');
  expect((await request('Lakshmi Narayan')).body).toMatchObject({ requested_name: 'Lakshmi Narayan' });
  const { visitor: staff } = await signUpStaff(test);
  const { body } = await staff.call(`GET /api/v1/staff/certificates/${id}/`);
  expect(body.request).toMatchObject({ holder_name: 'Lakshmi Narayan', note: 'As in my passport' });
  await staff.call(
    `POST /api/v1/staff/certificates/${id}/correct/`,
    body.request && { holder_name: 'Lakshmi Narayan' },
  );
  expect(await getPublic(shortUuid)).toMatchObject({ holder_name: 'Lakshmi Narayan', version: 2 });
  expect((await visitor.call(`GET ${path}`)).body.results[0].requested_name).toBeNull();
});
