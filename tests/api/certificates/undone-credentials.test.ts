import { expect, it } from 'vitest';
import { getCertificateKeys } from '#lib/server/certificates/credentials/certificate-keys.ts';
import { findSignedCertificate } from '#lib/server/certificates/credentials/credential.ts';
import { findStatusList } from '#lib/server/certificates/credentials/find-status-list.ts';
import { buildIssuerProfile } from '#lib/server/certificates/credentials/issuer-profile.ts';
import { useTestApi } from '../../support/api.ts';
import { checkAsForeigner } from '../../support/certificates/credentials.ts';
import { insertCertificate } from '../../support/certificates.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { certificateBody } from '../../support/staff/certificate-writes.ts';

const test = useTestApi();

it('[API-52] a credential that was saved before its issue or correction was undone is refused, and the others are not', async () => {
  const { visitor: staff } = await signUpStaff(test);
  const load = async (shortUuid: string) =>
    JSON.parse((await findSignedCertificate(test, shortUuid))?.credential ?? '{}');
  const check = async (credential: object) => {
    const { published: keys } = await getCertificateKeys(test.config);
    const list = JSON.parse((await findStatusList(test, 0)) ?? '{}');
    const profile = buildIssuerProfile({ siteOrigin: test.config.siteOrigin, name: 'Liftoff', keys });
    return checkAsForeigner({ credential, published: [profile, list] });
  };
  const undo = async () => {
    const last = test.db.selectFrom('staffAction').select('id').orderBy('startedAt', 'desc');
    const { id } = await last.executeTakeFirstOrThrow();
    expect((await staff.call(`POST /api/v1/staff/actions/${id}/undo/`, {})).status).toBe(200);
  };
  const path = '/api/v1/staff/certificates/';
  const { id, shortUuid } = await insertCertificate(test.db);
  const first = await load(shortUuid);
  await staff.call(`POST ${path}${id}/correct/`, { holder_name: 'Lakshmi N.' });
  const corrected = await load(shortUuid);
  expect([await check(first), await check(corrected)]).toEqual(['revoked', null]);
  await undo();
  expect([await check(first), await check(corrected)]).toEqual([null, 'revoked']);
  const { body } = await staff.call(`POST ${path}issue/`, {
    ...{ values: certificateBody(), allows_similar: true },
  });
  const issued = await load(body.short_uuid);
  expect(await check(issued)).toBeNull();
  await undo();
  expect([await check(first), await check(issued)]).toEqual([null, 'revoked']);
});
