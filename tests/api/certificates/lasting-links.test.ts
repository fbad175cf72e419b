import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { statusListLength } from '#lib/domain/certificates/credentials/credential-addresses.ts';
import {
  describeCertificatePreview,
  respondWithCertificatePdf,
} from '#lib/server/certificates/certificate-files.ts';
import { respondToCertificateMiss } from '#lib/server/certificates/certificate-misses.ts';
import { loadCertificatePage } from '#lib/server/certificates/certificate-page.ts';
import { getCertificateKeys } from '#lib/server/certificates/credentials/certificate-keys.ts';
import { checkCertificateId } from '#lib/server/certificates/credentials/check/check-certificate-id.ts';
import { findSignedCertificate } from '#lib/server/certificates/credentials/credential.ts';
import { findStatusList } from '#lib/server/certificates/credentials/find-status-list.ts';
import { buildIssuerProfile } from '#lib/server/certificates/credentials/issuer-profile.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { useTestApi } from '../../support/api.ts';
import { checkAsForeigner, revoke } from '../../support/certificates/credentials.ts';
import { insertCertificate } from '../../support/certificates.ts';

const test = useTestApi();

it('[API-52] when a status list is full, the next one begins, and both count', async () => {
  const last = statusListLength - 1;
  await sql`alter table certificate_version alter column status_index restart with ${sql.lit(last)}`.execute(
    test.db,
  );
  const [full, next] = [await insertCertificate(test.db), await insertCertificate(test.db)];
  const load = async (shortUuid: string) =>
    JSON.parse((await findSignedCertificate(test, shortUuid))?.credential ?? '{}');
  const [one, other] = [await load(full.shortUuid), await load(next.shortUuid)];
  const { siteOrigin } = test.config;
  expect([one.credentialStatus.statusListIndex, other.credentialStatus.statusListIndex]).toEqual([
    String(last),
    '0',
  ]);
  expect(one.credentialStatus.statusListCredential).toBe(`${siteOrigin}/certificates/status/0.json`);
  expect(other.credentialStatus.statusListCredential).toBe(`${siteOrigin}/certificates/status/1.json`);
  const check = async (credential: object) => {
    const { published: keys } = await getCertificateKeys(test.config);
    const lists = [await findStatusList(test, 0), await findStatusList(test, 1)];
    const profile = buildIssuerProfile({ siteOrigin, name: 'Liftoff', keys });
    const published = [profile, ...lists.map((text) => JSON.parse(text ?? '{}'))];
    return checkAsForeigner({ credential, published });
  };
  expect([await check(one), await check(other)]).toEqual([null, null]);
  await revoke(test.db, next.id);
  expect([await check(one), await check(other)]).toEqual([null, 'revoked']);
  await revoke(test.db, full.id);
  expect(await check(one)).toBe('revoked');
  expect(await findStatusList(test, 2)).toBeNull();
});

it('[API-52] [C-27] every kind of unknown id costs the same statements and gets the same answer', async () => {
  const { id, shortUuid } = await insertCertificate(test.db);
  await test.db.updateTable('certificate').set({ status: 'DRAFT' }).where('id', '=', id).execute();
  const doors: ((db: Db, id: string) => Promise<unknown>)[] = [
    (db, one) => loadCertificatePage({ ...test, db }, one, '203.0.113.7'),
    (db, one) => respondWithCertificatePdf({ ...test, db }, one, '203.0.113.7'),
    (db, one) => describeCertificatePreview({ ...test, db }, `${one}-1-issued`, '203.0.113.7'),
    async (db, one) =>
      (await findSignedCertificate({ ...test, db }, one)) ?? respondToCertificateMiss(db, '203.0.113.7'),
  ];
  const checkId = async (db: Db, id: string) => {
    const found = await checkCertificateId({ ...test, db }, new URLSearchParams({ id }), '203.0.113.7');
    return { ...found, text: '' };
  };
  for (const door of doors) {
    const work = async (one: string) => {
      const { plugin, statements } = recordStatements();
      const answer = await door(test.db.withPlugin(plugin), one);
      const { status } = answer as Response | HttpError;
      return {
        status,
        headers: answer instanceof HttpError ? answer.message : [...(answer as Response).headers],
        statements,
      };
    };
    const draft = await work(shortUuid);
    expect(draft.status).toBe(404);
    expect(draft.statements.length).toBeGreaterThan(1);
    for (const unknown of ['K7TQM4XWHN2C', 'k7tq m4xw hn2c', 'no-id', '', '%00', 'x'.repeat(500)])
      expect(await work(unknown)).toEqual(draft);
  }
  const checks = [];
  for (const one of [shortUuid, 'K7TQM4XWHN2C', 'k7tq m4xw hn2c']) {
    const { plugin, statements } = recordStatements();
    checks.push({ ...(await checkId(test.db.withPlugin(plugin), one)), statements });
  }
  expect(checks[0]).toMatchObject({ status: 404, finding: { outcome: 'UNKNOWN' } });
  expect(checks).toEqual(Array(3).fill(checks[0]));
  // An id of the database is looked for in its own column, whether there is a draft or nothing.
  const [page] = doors;
  const shapes = [];
  for (const one of [id, '0198f0b2-7c1e-7a3a-8a55-3f6f8c1d2e4b']) {
    const { plugin, statements } = recordStatements();
    await page?.(test.db.withPlugin(plugin), one);
    shapes.push(statements);
  }
  expect(shapes[0]).toEqual(shapes[1]);
});

/** Records the shape of each statement: its tree without the values. */
function recordStatements(): { plugin: KyselyPlugin; statements: string[] } {
  const statements: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(JSON.stringify(node, (name, value) => (name === 'value' ? '?' : value)));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { plugin, statements };
}
