import { expect, it } from 'vitest';
import { getCertificateKeys } from '#lib/server/certificates/credentials/certificate-keys.ts';
import { checkCertificateFile } from '#lib/server/certificates/credentials/check/check-certificate-file.ts';
import { findSignedCertificate } from '#lib/server/certificates/credentials/credential.ts';
import { findStatusList } from '#lib/server/certificates/credentials/find-status-list.ts';
import { buildIssuerProfile } from '#lib/server/certificates/credentials/issuer-profile.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { checkBadgeSchema } from '../../support/certificates/badge-schema.ts';
import { checkAsForeigner, correctName, revoke } from '../../support/certificates/credentials.ts';
import { insertCertificate } from '../../support/certificates.ts';

const test = useTestApi();

const load = async (shortUuid: string) => {
  const found = await findSignedCertificate(test, shortUuid);
  return found && JSON.parse(found.credential);
};

/** Lets a foreign verifier check a credential against what our server publishes now. */
async function check(credential: object): Promise<string | null> {
  const { published: keys } = await getCertificateKeys(test.config);
  const { siteOrigin } = test.config;
  const list = JSON.parse((await findStatusList(test, 0)) ?? '{}');
  const profile = buildIssuerProfile({ siteOrigin, name: 'Liftoff', keys });
  return checkAsForeigner({ credential, published: [profile, list] });
}

it('[API-52] a foreign verifier accepts the credential of an issued certificate, and its schema too', async () => {
  const { shortUuid } = await insertCertificate(test.db, { holderEmail: 'private@example.com' });
  const credential = await load(shortUuid);
  expect(await check(credential)).toBeNull();
  expect(checkBadgeSchema(credential)).toEqual([]);
  expect(JSON.stringify(credential)).not.toContain('private@');
  expect(await load(shortUuid)).toEqual(credential);
});

it('[API-52] a revoked certificate is refused at once, and others are not', async () => {
  const [one, other] = [await insertCertificate(test.db), await insertCertificate(test.db)];
  const [revoked, valid] = [await load(one.shortUuid), await load(other.shortUuid)];
  await revoke(test.db, one.id);
  expect(await check(revoked)).toBe('revoked');
  expect(await check(await load(one.shortUuid))).toBe('revoked');
  expect(await check(valid)).toBeNull();
});

it('[API-52] a corrected name makes a new credential, and the one with the old name is refused', async () => {
  const { id, shortUuid } = await insertCertificate(test.db);
  const old = await load(shortUuid);
  await correctName(test.db, id, 'Lakshmi Narayana');
  const corrected = await load(shortUuid);
  expect(corrected.credentialSubject.identifier[0].identityHash).toBe('Lakshmi Narayana');
  expect(corrected.credentialSubject.achievement).toEqual(old.credentialSubject.achievement);
  expect(Date.parse(corrected.validFrom)).toBeGreaterThan(Date.parse(old.validFrom));
  expect(await check(corrected)).toBeNull();
  expect(await check(old)).toBe('revoked');
});

it('[API-52] a credential that was downloaded before its holder hid the certificate and showed it again stays valid', async () => {
  const { visitor, e164 } = await signUpVerified(test);
  const { id, shortUuid } = await insertCertificate(test.db, { holderPhone: e164 });
  const before = (await findSignedCertificate(test, shortUuid))?.credential ?? '';
  const setHidden = (is_hidden: boolean) =>
    visitor.call(`POST /api/v1/certificates/${id}/visibility/`, { is_hidden });
  expect((await setHidden(true)).status).toBe(200);
  expect(await checkCertificateFile(test, Buffer.from(before))).toMatchObject({ outcome: 'HIDDEN' });
  expect((await setHidden(false)).status).toBe(200);
  expect(await checkCertificateFile(test, Buffer.from(before))).toMatchObject({ outcome: 'VALID' });
  expect((await findSignedCertificate(test, shortUuid))?.credential).toBe(before);
  expect(await check(JSON.parse(before))).toBeNull();
});

it('[API-52] a certificate that its holder hides, a draft and an unknown id have no credential', async () => {
  const { id, shortUuid } = await insertCertificate(test.db);
  const update = (values: object) =>
    test.db.updateTable('certificate').set(values).where('id', '=', id).execute();
  await update({ isHidden: true });
  expect(await load(shortUuid)).toBeNull();
  await update({ isHidden: false, status: 'DRAFT' });
  expect(await load(shortUuid)).toBeNull();
  expect(await load('222222222222')).toBeNull();
  expect(await findStatusList(test, 7)).toBeNull();
});
