import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterEach, expect, it, vi } from 'vitest';
import { describeFinding } from '#lib/domain/certificates/credentials/file-finding.ts';
import { respondWithCertificatePdf } from '#lib/server/certificates/certificate-files.ts';
import { bakePng } from '#lib/server/certificates/credentials/bake-png.ts';
import { checkCertificateFile } from '#lib/server/certificates/credentials/check/check-certificate-file.ts';
import { handleCheckForm } from '#lib/server/certificates/credentials/check/check-form.ts';
import { findSignedCertificate } from '#lib/server/certificates/credentials/credential.ts';
import { attachCredential } from '#lib/server/certificates/credentials/pdf-attachment.ts';
import { useTestApi } from '../../support/api.ts';
import {
  correctName,
  credentialFacts,
  firstSeed,
  revoke,
  secondSeed,
  signFacts,
} from '../../support/certificates/credentials.ts';
import { insertCertificate } from '../../support/certificates.ts';

const test = useTestApi({ CERTIFICATE_KEYS: firstSeed });
afterEach(() => vi.unstubAllGlobals());

const load = async (shortUuid: string): Promise<string> =>
  (await findSignedCertificate(test, shortUuid))?.credential ?? '';
const check = (content: string | Buffer, config = test.config) =>
  checkCertificateFile({ db: test.db, config }, Buffer.from(content));
const update = (id: string, values: object) =>
  test.db.updateTable('certificate').set(values).where('id', '=', id).execute();

const createPdf = (...credentials: string[]) => writePdf({}, credentials);

async function writePdf(options: PDFKit.PDFDocumentOptions, credentials: string[]): Promise<Buffer> {
  const document = new PDFDocument(options);
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const isWritten = new Promise((resolve) => document.once('end', resolve));
  for (const [at, credential] of credentials.entries()) attachCredential(document, credential, new Date(at));
  document.end();
  await isWritten;
  return Buffer.concat(parts);
}

const createPng = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();

it('[API-52] finds the valid certificate in a JSON file, a PNG and a PDF', async () => {
  const { shortUuid } = await insertCertificate(test.db);
  const credential = await load(shortUuid);
  const files = {
    JSON: credential,
    PNG: bakePng(await createPng(), credential),
    PDF: await createPdf(credential),
  };
  for (const [file, content] of Object.entries(files))
    expect(await check(content)).toMatchObject({ outcome: 'VALID', file, certificate: { shortUuid } });
});

it('[API-52] the PDF that people download has the credential in it, and a hidden certificate has neither', async () => {
  const { id, shortUuid } = await insertCertificate(test.db, { holderName: 'लक्ष्मी नारायणन्' });
  const download = () => respondWithCertificatePdf(test, shortUuid, '203.0.113.1');
  const pdf = Buffer.from(await (await download()).arrayBuffer());
  expect(await check(pdf)).toMatchObject({ outcome: 'VALID', file: 'PDF', certificate: { shortUuid } });
  await update(id, { isHidden: true });
  expect((await download()).status).toBe(404);
});

it('[API-52] a genuine file says what became of its certificate since', async () => {
  const { id, shortUuid } = await insertCertificate(test.db, {
    issuedOn: '2020-01-01',
    expiresOn: '2090-01-01',
  });
  const other = await insertCertificate(test.db);
  const credential = await load(shortUuid);
  await update(id, { isHidden: true });
  const hidden = await check(credential);
  expect(hidden).toMatchObject({ outcome: 'HIDDEN', certificate: { holderName: null } });
  expect(describeFinding(hidden).text).toContain('Ask the holder to show it again');
  await update(id, { isHidden: false, expiresOn: '2021-01-01' });
  expect(await check(credential)).toMatchObject({ outcome: 'EXPIRED' });
  await update(id, { expiresOn: null });
  await correctName(test.db, id, 'Lakshmi Narayana');
  expect(await check(credential)).toMatchObject({ outcome: 'CORRECTED' });
  expect(await check(await load(shortUuid))).toMatchObject({ outcome: 'VALID' });
  await update(id, { status: 'REPLACED', replacedById: other.id });
  expect(await check(credential)).toMatchObject({
    ...{ outcome: 'REPLACED', certificate: { replacedByShortUuid: other.shortUuid } },
  });
  await revoke(test.db, other.id);
  const revoked = await check(await load(other.shortUuid));
  expect(revoked).toMatchObject({
    ...{ outcome: 'REVOKED', certificate: { revocationReason: 'Issued to the wrong person.' } },
  });
  expect(describeFinding(revoked).text).toContain('revoked the certificate on 1 Aug 2026');
});

it('[API-52] one changed byte, another vocabulary or a second proof makes a file a changed one', async () => {
  const { shortUuid } = await insertCertificate(test.db);
  const text = await load(shortUuid);
  const credential = JSON.parse(text);
  const [proof] = credential.proof;
  const changed: unknown[] = [
    JSON.parse(text.replace('Lakshmi N', 'Lakshmi M')),
    { ...credential, validFrom: 'yesterday' },
    { ...credential, '@context': [...credential['@context'], 'https://evil.example/context.json'] },
    { ...credential, '@context': [...credential['@context'], { name: null }] },
    {
      ...credential,
      credentialSubject: { ...credential.credentialSubject, '@context': { term: null }, term: 'Batch 1' },
    },
    { ...credential, proof: [{ ...proof, proofValue: 'z1' }] },
    { ...credential, proof: [{ ...proof, cryptosuite: 'none' }] },
  ];
  for (const one of changed) expect(await check(JSON.stringify(one))).toMatchObject({ outcome: 'CHANGED' });
  for (const proofs of [[], [proof, proof], ['proof'], undefined])
    expect(await check(JSON.stringify({ ...credential, proof: proofs }))).toMatchObject({
      outcome: 'NOT_SIGNED_BY_US',
    });
});

it('[API-52] a credential of a copied issuer with another key is not ours', async () => {
  const { shortUuid } = await insertCertificate(test.db);
  const copied = await signFacts(credentialFacts({ shortUuid }), secondSeed);
  const ours = JSON.stringify(copied).replaceAll('https://liftoff.example', test.config.siteOrigin);
  expect(await check(ours)).toMatchObject({ outcome: 'NOT_SIGNED_BY_US' });
  expect(await check(JSON.stringify(copied))).toEqual({
    outcome: 'FOREIGN',
    file: 'JSON',
    issuer: 'liftoff.example',
  });
});

it('[API-52] a file of the old key, and one from before a change of the domain, stay genuine', async () => {
  const { shortUuid } = await insertCertificate(test.db);
  const old = await load(shortUuid);
  const rotated = { ...test.config, certificateKeys: [secondSeed, firstSeed] as const };
  expect(await check(old, rotated)).toMatchObject({ outcome: 'VALID' });
  const moved = { ...rotated, siteOrigin: 'https://new.example' };
  expect(await check(old, moved)).toMatchObject({ outcome: 'VALID' });
  const withoutOldKey = { ...test.config, certificateKeys: [secondSeed] as const };
  expect(await check(old, withoutOldKey)).toMatchObject({ outcome: 'NOT_SIGNED_BY_US' });
});

it('[API-52] a genuine credential without a record is not called valid', async () => {
  const { id, shortUuid } = await insertCertificate(test.db);
  const credential = await load(shortUuid);
  await update(id, { status: 'DRAFT' });
  expect(await check(credential)).toEqual({ outcome: 'NO_RECORD', file: 'JSON' });
});

it('[C-34] credentials of other issuers are never fetched', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  const { shortUuid } = await insertCertificate(test.db);
  const credential = JSON.parse(await load(shortUuid));
  const issuers: [issuer: unknown, host: string | null][] = [
    ['https://badges.example/issuer', 'badges.example'],
    [{ id: 'https://evil.example/certificates/issuer/profile.json' }, 'evil.example'],
    ['did:web:evil.example', null],
    [{}, null],
    ['http://169.254.169.254/latest/', '169.254.169.254'],
  ];
  for (const [issuer, host] of issuers)
    expect(await check(JSON.stringify({ ...credential, issuer }))).toEqual({
      ...{ outcome: 'FOREIGN', file: 'JSON', issuer: host },
    });
  const foreignContext = { ...credential, '@context': 'https://evil.example/context.json' };
  expect(await check(JSON.stringify(foreignContext))).toMatchObject({ outcome: 'CHANGED' });
  expect(fetched).not.toHaveBeenCalled();
});

it('[C-32] hostile files are read within limits', async () => {
  const { shortUuid } = await insertCertificate(test.db);
  const credential = await load(shortUuid);
  const none = async (content: string | Buffer, file: string | null, outcome: string) =>
    expect(await check(content)).toEqual({ outcome, file });
  const baked = bakePng(await createPng(), credential);
  await none(baked.subarray(0, 200), 'PNG', 'NO_CREDENTIAL');
  await none(await createPng(), 'PNG', 'NO_CREDENTIAL');
  await none(bakePng(await createPng(), `${credential}${' '.repeat(65_536)}`), 'PNG', 'NO_CREDENTIAL');
  await none(await createPdf(credential, credential), 'PDF', 'SEVERAL');
  await none((await createPdf(credential)).subarray(0, 300), 'PDF', 'NO_CREDENTIAL');
  await none('%PDF-1.7', 'PDF', 'NO_CREDENTIAL');
  await none(await writePdf({ userPassword: 'secret' }, [credential]), 'PDF', 'LOCKED');
  for (const text of [
    '',
    'PK\u0003\u0004',
    '[1]',
    '{"type":"VerifiableCredential"}',
    '['.repeat(60_000),
    `{"type":["VerifiableCredential"],"a":${'['.repeat(40)}1${']'.repeat(40)}}`,
    `{"type":["VerifiableCredential"],"a":${'['.repeat(30_000)}1${']'.repeat(30_000)}}`,
    `{"type":["VerifiableCredential"],"__proto__":{}}`,
    JSON.stringify({ type: ['VerifiableCredential'], text: 'x'.repeat(70_000) }),
  ])
    await none(text, null, 'UNREADABLE');
});

it('[C-12, C-28] the form takes one file of at most 5 MB, from our own page, sixty times in ten minutes', async () => {
  const { siteOrigin } = test.config;
  const post = (file: File | null, { origin = siteOrigin, address = '203.0.113.9' } = {}) => {
    const body = new FormData();
    if (file) body.set('file', file);
    const request = new Request(`${siteOrigin}/certificates/verify/`, {
      method: 'POST',
      body,
      headers: { origin },
    });
    return withLength(request).then((sent) => handleCheckForm({ request: sent }, test, address));
  };
  const { shortUuid } = await insertCertificate(test.db);
  const file = new File([await load(shortUuid)], 'certificate.json');
  expect(await post(file)).toMatchObject({ finding: { outcome: 'VALID' }, errors: null });
  expect(await post(null)).toMatchObject({
    errors: { status: 400, fields: { file: 'Please choose a file' } },
  });
  expect(await post(file, { origin: 'https://evil.example' })).toMatchObject({ errors: { status: 403 } });
  const large = new File([Buffer.alloc(6 * 1024 * 1024)], 'large.pdf');
  expect(await post(large)).toMatchObject({
    errors: { status: 413, fields: { file: 'Please choose a file of at most 5 MB' } },
  });
  for (let sent = 0; sent < 60; sent += 1) await post(null, { address: '203.0.113.10' });
  expect(await post(file, { address: '203.0.113.10' })).toMatchObject({
    errors: { status: 429 },
    finding: null,
  });
  expect(await post(file)).toMatchObject({ finding: { outcome: 'VALID' } });
});

/** Browsers send the length of a form; a request that is made in process has none. */
async function withLength(request: Request): Promise<Request> {
  const body = await request.arrayBuffer();
  const headers = new Headers(request.headers);
  headers.set('content-length', String(body.byteLength));
  return new Request(request.url, { method: 'POST', headers, body });
}
