import { expect, it } from 'vitest';
import { issueCertificate } from '#lib/server/certificates/issue-certificate.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import { useTestApi } from '../../support/api.ts';
import { certificateInput, insertCertificate } from '../../support/certificates.ts';
import { insertLearner } from '../../support/enrolment/learners.ts';

const test = useTestApi();
const get = (id: string) => test.visitor().call(`GET /api/v1/public/certificates/${id}/`);
const update = (id: string, values: object) =>
  test.db.updateTable('certificate').set(values).where('id', '=', id).execute();

it('[API-52] a valid certificate answers by its id and its 12 characters with what it prints, and nothing else of the holder', async () => {
  const { id, shortUuid } = await insertCertificate(test.db, { holderEmail: 'private@example.com' });
  const { status, body } = await get(shortUuid);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ id, short_uuid: shortUuid, status: 'ISSUED', status_label: 'Valid', kind: 'COMPLETION' },
    ...{ holder_name: 'Lakshmi Narayanan', title: 'Career Accelerator', batch_name: 'Batch 31' },
    ...{ completed_on: '2026-06-28', issued_on: '2026-07-03', expires_on: null, hours: 160, version: 1 },
    ...{ issuer: { name: 'Liftoff', url: 'https://localhost/' }, skills: ['SQL'] },
    verify_url: `https://localhost/certificates/${shortUuid}/`,
    credential_url: `https://localhost/certificates/${shortUuid}/credential.json`,
  });
  expect(body.linkedin_add_url).toContain(`certId=${shortUuid}`);
  expect(JSON.stringify(body)).not.toMatch(/private@|user_id|phone/);
  expect((await get(id)).body).toEqual(body);
  expect((await get(shortUuid.toLowerCase())).body).toEqual(body);
});

it('[API-52] every known state answers 200', async () => {
  const expired = await insertCertificate(test.db, { issuedOn: '2020-01-01', expiresOn: '2021-01-01' });
  expect(await get(expired.shortUuid)).toMatchObject({ status: 200, body: { status: 'EXPIRED' } });

  const revoked = await insertCertificate(test.db);
  const revocationReason = 'Issued to the wrong person.';
  await update(revoked.id, { status: 'REVOKED', revokedAt: new Date('2026-08-01'), revocationReason });
  expect(await get(revoked.shortUuid)).toMatchObject({
    ...{ status: 200, body: { status: 'REVOKED', revoked_at: '2026-08-01T00:00:00.000Z' } },
  });
  expect((await get(revoked.shortUuid)).body.revocation_reason).toBe(revocationReason);

  const replaced = await insertCertificate(test.db);
  await update(replaced.id, { status: 'REPLACED', replacedById: expired.id });
  expect(await get(replaced.shortUuid)).toMatchObject({
    ...{ status: 200, body: { status: 'REPLACED', replaced_by_short_uuid: expired.shortUuid } },
  });

  const hidden = await insertCertificate(test.db);
  await update(hidden.id, { isHidden: true });
  const { status, body } = await get(hidden.shortUuid);
  expect(status).toBe(200);
  expect(Object.keys(body).toSorted()).toEqual(
    [
      'id',
      'issued_on',
      'issuer',
      'og_image_url',
      'short_uuid',
      'status',
      'status_label',
      'verify_url',
    ].toSorted(),
  );
});

it('[API-52] an unknown id, a draft and a text that is no id get the same answer', async () => {
  const draft = await insertCertificate(test.db);
  await update(draft.id, { status: 'DRAFT' });
  const answers = await Promise.all(
    [draft.shortUuid, draft.id, 'K7TQM4XWHN2C', '0198f0b2-7c1e-7a3a-8a55-3f6f8c1d2e4b', 'no-id', '%00'].map(
      get,
    ),
  );
  for (const { status, body } of answers) {
    expect(status).toBe(404);
    expect(body.error_code).toBe('CERTIFICATE_NOT_FOUND');
    expect({ ...body, request_id: null }).toEqual({ ...answers[0]?.body, request_id: null });
  }
});

it('[API-52] [C-12] guesses of a network are limited, and known certificates still answer', async () => {
  const { shortUuid } = await insertCertificate(test.db);
  const visitor = test.visitor();
  const guess = () => visitor.call('GET /api/v1/public/certificates/K7TQM4XWHN2C/');
  for (let count = 0; count < 60; count += 1) expect((await guess()).status).toBe(404);
  const limited = await guess();
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await visitor.call(`GET /api/v1/public/certificates/${shortUuid}/`)).status).toBe(200);
});

it('[API-52] [C-42] the same certificate is issued to the same holder once, also at the same time', async () => {
  const input = certificateInput({ holderEmail: 'asha.verma+work@gmail.com' });
  const issue = (values: object) =>
    test.db.transaction().execute((trx) => issueCertificate(trx, systemActor, { ...input, ...values }));
  const issued = await Promise.all([
    issue({}),
    issue({ holderEmail: 'ashaverma@gmail.com' }),
    issue({ title: 'CAREER accelerator' }),
  ]);
  expect(new Set(issued.map(({ id }) => id)).size).toBe(1);
  expect(issued.filter(({ isExisting }) => isExisting)).toHaveLength(2);
  expect((await issue({ batchName: 'Batch 32' })).isExisting).toBe(false);
  const versions = await test.db.selectFrom('certificateVersion').select('facts').execute();
  expect(versions).toHaveLength(2);
  expect(versions[0]?.facts).toMatchObject({ holderName: 'Lakshmi Narayanan', issuedOn: '2026-07-03' });
});

it('[API-52] the account that has verified the email is the holder, and the certificate outlives the account', async () => {
  const learner = await insertLearner(test);
  const { email, id: userId } = await test.db
    .selectFrom('appUser')
    .select(['id', 'email'])
    .executeTakeFirstOrThrow();
  await test.db.updateTable('appUser').set({ emailVerifiedAt: new Date() }).execute();
  const { id, shortUuid } = await insertCertificate(test.db, { holderEmail: email.toUpperCase() });
  const owner = () =>
    test.db.selectFrom('certificate').select('userId').where('id', '=', id).executeTakeFirstOrThrow();
  expect((await owner()).userId).toBe(userId);
  expect(learner).toBeDefined();
  await test.db.deleteFrom('appUser').execute();
  expect((await owner()).userId).toBeNull();
  expect((await get(shortUuid)).status).toBe(200);
});
