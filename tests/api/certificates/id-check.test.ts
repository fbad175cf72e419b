import { expect, it } from 'vitest';
import { checkCertificateId } from '#lib/server/certificates/credentials/check/check-certificate-id.ts';
import { useTestApi } from '../../support/api.ts';
import { revoke } from '../../support/certificates/credentials.ts';
import { insertCertificate } from '../../support/certificates.ts';

const test = useTestApi();
const check = (id: string, address = '203.0.113.1') =>
  checkCertificateId(
    { db: test.db, config: { ...test.config, formerOrigins: ['https://old.example'] } },
    new URLSearchParams({ id }),
    address,
  );

it('[API-52] an id, and a link of ours or of a former domain, say what the record says now', async () => {
  const { id, shortUuid } = await insertCertificate(test.db);
  const forms = [
    shortUuid,
    shortUuid.toLowerCase().replace(/(.{4})/g, '$1 '),
    `${test.config.siteOrigin}/certificates/${shortUuid}/?utm_source=x`,
    `old.example/certificates/${shortUuid}`,
  ];
  for (const form of forms)
    expect(await check(form)).toMatchObject({
      ...{ status: 200, error: null },
      finding: { outcome: 'VALID', foreignHost: null, certificate: { holderName: 'Lakshmi Narayanan' } },
    });
  const { finding } = await check(`https://evil.example/certificates/${shortUuid}/`);
  expect(finding).toMatchObject({ outcome: 'VALID', foreignHost: 'evil.example' });
  await revoke(test.db, id);
  expect((await check(shortUuid)).finding).toMatchObject({
    ...{ outcome: 'REVOKED', certificate: { revocationReason: 'Issued to the wrong person.' } },
  });
  await test.db.updateTable('certificate').set({ isHidden: true }).execute();
  expect((await check(shortUuid)).finding).toMatchObject({
    ...{ outcome: 'HIDDEN', certificate: { holderName: null } },
  });
});

it('[API-52] [C-12] a text that is no id is an error at the field, and unknown ids are limited like those of a page', async () => {
  expect(await check('K7TQ')).toMatchObject({ status: 400, finding: null });
  const guess = () => check('K7TQM4XWHN2C', '203.0.113.20');
  for (let count = 0; count < 60; count += 1)
    expect(await guess()).toMatchObject({ status: 404, finding: { outcome: 'UNKNOWN' } });
  const limited = await guess();
  expect(limited).toMatchObject({ status: 429, finding: null });
  expect(limited.error).toContain('minutes');
  expect(limited.retryAfter).toBeGreaterThan(0);
  const page = test.visitor('203.0.113.20');
  expect((await page.call('GET /api/v1/public/certificates/K7TQM4XWHN2C/')).status).toBe(429);
});
