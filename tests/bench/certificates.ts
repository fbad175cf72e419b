import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { respondToCertificateMiss } from '#lib/server/certificates/certificate-misses.ts';
import { checkCertificateFile } from '#lib/server/certificates/credentials/check/check-certificate-file.ts';
import { findSignedCertificate } from '#lib/server/certificates/credentials/credential.ts';
import { findStatusList } from '#lib/server/certificates/credentials/find-status-list.ts';
import { issueCertificate } from '#lib/server/certificates/issue-certificate.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import type { TestApi } from '../support/api.ts';
import { certificateInput, insertCertificate } from '../support/certificates.ts';
import { openTestApi } from './applications.ts';
import { printHeading } from './report.ts';

const certificates = 10_000;
const signatures = 500;
const guesses = 1000;

/** Measures issuing 10,000 certificates, signing and checking their credentials, and the list of those that are revoked. */
export async function measureCertificates(
  name: string,
  place: { databaseUrl: string | null; dataDir: string },
): Promise<void> {
  const { test, close } = await openTestApi(place);
  try {
    printHeading(`${certificates.toLocaleString('en')} certificates, ${name}`);
    await printTime('issuing one, all in one transaction', certificates, () =>
      test.db.transaction().execute(async (trx) => {
        for (let at = 0; at < certificates; at += 1)
          await issueCertificate(trx, systemActor, certificateInput({ holderName: `Holder ${at}` }));
      }),
    );
    const rows = await test.db.selectFrom('certificate').select('shortUuid').limit(signatures).execute();
    const signed: string[] = [];
    await printTime('signing a credential', signatures, async () => {
      for (const { shortUuid } of rows)
        signed.push((await findSignedCertificate(test, shortUuid))?.credential ?? '');
    });
    await printTime('the same again, remembered', signatures, async () => {
      for (const { shortUuid } of rows) await findSignedCertificate(test, shortUuid);
    });
    await printTime('checking a file', signatures, async () => {
      for (const credential of signed) await checkCertificateFile(test, Buffer.from(credential));
    });
    await printGuesses(test);
    await sql`update certificate set status = 'REVOKED' where random() < 0.1`.execute(test.db);
    await printTime('the status list, one in ten revoked, signed', 1, () => findStatusList(test, 0));
    await printTime('the status list again', 20, async () => {
      for (let round = 0; round < 20; round += 1) await findStatusList(test, 0);
    });
    const { length } = (await findStatusList(test, 0)) ?? '';
    console.log(`  the status list has ${(length / 1024).toFixed(1)} KB`);
  } finally {
    await close();
  }
}

/**
 * Measures how long the credential of an id takes to be refused: of an unknown id, of text that is no id, of a draft, and of a certificate
 * that its holder hides. The kinds take turns, so that a busy moment of the machine slows all of them. [API-52]
 */
async function printGuesses(test: TestApi): Promise<void> {
  const [draft, hidden] = [await insertCertificate(test.db), await insertCertificate(test.db)];
  await sql`update certificate set status = 'DRAFT' where id = ${draft.id}`.execute(test.db);
  await sql`update certificate set is_hidden = true where id = ${hidden.id}`.execute(test.db);
  const kinds = [
    { label: 'unknown', id: '222222222222' },
    { label: 'no id', id: 'no-id' },
    { label: 'a draft', id: draft.shortUuid },
    { label: 'hidden', id: hidden.shortUuid },
  ].map((kind) => ({ ...kind, times: [] as number[] }));
  for (let round = 0; round < guesses; round += 1)
    for (const { id, times } of kinds) {
      const begun = performance.now();
      const found = await findSignedCertificate(test, id);
      const answer = found ?? (await respondToCertificateMiss(test.db, `198.51.100.${round % 250}`));
      times.push(performance.now() - begun);
      if (!(answer instanceof Response)) throw new Error(`The guess ${id} got a credential.`);
    }
  const medians = kinds.map(({ label, times }) => {
    const sorted = times.toSorted((a, b) => a - b);
    return `${label} ${(sorted[guesses / 2] ?? 0).toFixed(2)}`;
  });
  console.log(`  refusing a guess, median in ms: ${medians.join(', ')}`);
}

async function printTime(label: string, times: number, run: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await run();
  console.log(`  ${label.padEnd(48)} ${((performance.now() - begun) / times).toFixed(2)} ms`);
}
