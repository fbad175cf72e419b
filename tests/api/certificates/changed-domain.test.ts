import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { respondWithCertificatePdf } from '#lib/server/certificates/certificate-files.ts';
import { bakePng } from '#lib/server/certificates/credentials/bake-png.ts';
import { checkCertificateFile } from '#lib/server/certificates/credentials/check/check-certificate-file.ts';
import { findSignedCertificate } from '#lib/server/certificates/credentials/credential.ts';
import {
  respondWithIssuerProfile,
  respondWithStatusList,
} from '#lib/server/certificates/credentials/respond.ts';
import { readConfig } from '#lib/server/config.ts';
import { redirectFormerOrigins } from '#lib/server/http/node/former-origins.ts';
import { useTestApi } from '../../support/api.ts';
import {
  checkAsForeigner,
  credentialFacts,
  firstSeed,
  revoke,
  secondSeed,
  signFacts,
} from '../../support/certificates/credentials.ts';
import { insertCertificate } from '../../support/certificates.ts';

const test = useTestApi();
const [oldOrigin, newOrigin] = ['https://liftoff.example', 'https://new.example'];
const settings = {
  ...{ SECRET_KEY: 'a test key that is thirty-two characters long', CERTIFICATE_KEYS: firstSeed },
  ...{ MESSAGES: 'live', SMS_WEBHOOK_URL: 'https://sms.example/send' },
};
const before = readConfig({ ...settings, SITE_ORIGIN: oldOrigin });
const after = readConfig({ ...settings, SITE_ORIGIN: newOrigin, FORMER_ORIGINS: oldOrigin });
const headers = [['X-Content-Type-Options', 'nosniff']] as const;

/** Starts what answers after the change of domain, and returns a function that asks it under a host. */
async function startMovedSite() {
  const redirect = redirectFormerOrigins({ ...after, headers });
  const server = createServer(async (req, res) => {
    if (redirect(req, res)) return;
    const request = new Request(`${newOrigin}${req.url}`);
    const { pathname } = new URL(request.url);
    const [, list] = /^\/certificates\/status\/(\w+)\.json$/.exec(pathname) ?? [];
    const answer = list
      ? await respondWithStatusList({ db: test.db, config: after }, list, request)
      : await respondWithIssuerProfile(after, request);
    res.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async (address: string, { host = new URL(address).host, method = 'GET' } = {}) => {
    const { pathname, search } = new URL(address);
    const response = await new Promise<IncomingMessage>((done, failed) => {
      const options = { port, host: '127.0.0.1', method, path: pathname + search, headers: { host } };
      send(options, done).once('error', failed).end();
    });
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };
}

it('[API-52] [C-35] after a change of domain old links lead to the new one, and no other host leads anywhere', async () => {
  const ask = await startMovedSite();
  const path = '/certificates/K7TQM4XWHN2C/credential.json?utm_source=a%20b';
  const moved = await ask(`${oldOrigin}${path}`);
  expect(moved).toMatchObject({ status: 308, headers: { location: `${newOrigin}${path}` } });
  expect(moved.headers).toMatchObject({
    ...{ 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' },
    'cache-control': 'public, max-age=3600',
  });
  expect(await ask(`${oldOrigin}/login/`, { method: 'POST' })).toMatchObject({
    ...{ status: 308, headers: { location: `${newOrigin}/login/` } },
  });
  expect((await ask(`${oldOrigin}//evil.example/`)).headers.location).toBe(`${newOrigin}//evil.example/`);
  expect((await ask(`${oldOrigin}/`, { host: 'LIFTOFF.example' })).status).toBe(308);
  for (const host of ['new.example', 'evil.example', 'liftoff.example.evil.example', 'liftoff.example:81'])
    expect((await ask(`${oldOrigin}/`, { host })).status).toBe(200);
});

it('[API-52] a JSON, a PNG and a PDF of the old domain stay valid until they are revoked, for us and for others', async () => {
  const ask = await startMovedSite();
  const { id, shortUuid } = await insertCertificate(test.db);
  const old = { db: test.db, config: before };
  const saved = (await findSignedCertificate(old, shortUuid))?.credential ?? '';
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } }).png();
  const pdf = await respondWithCertificatePdf({ ...test, config: before }, shortUuid, '203.0.113.1');
  const files = [
    Buffer.from(saved),
    bakePng(await picture.toBuffer(), saved),
    Buffer.from(await pdf.arrayBuffer()),
  ];
  const check = async () => {
    const findings = [];
    for (const file of files)
      findings.push((await checkCertificateFile({ db: test.db, config: after }, file)).outcome);
    return findings;
  };
  /** Others ask for exactly the addresses that the saved credential names. */
  const checkElsewhere = async (credential: {
    issuer: { id: string };
    credentialStatus: { statusListCredential: string };
  }) => {
    const addresses = [credential.issuer.id, credential.credentialStatus.statusListCredential];
    const published = [];
    for (const address of addresses) published.push(JSON.parse((await ask(address)).body));
    expect(published.map((document) => document.id)).toEqual(addresses);
    return checkAsForeigner({ credential, published });
  };
  const credential = JSON.parse(saved);
  const present = JSON.parse(
    (await findSignedCertificate({ db: test.db, config: after }, shortUuid))?.credential ?? '',
  );
  expect(credential.issuer.id).toBe(`${oldOrigin}/certificates/issuer/profile.json`);
  expect(present.issuer.id).toBe(`${newOrigin}/certificates/issuer/profile.json`);
  expect(JSON.stringify(present)).not.toContain(oldOrigin);
  expect(await check()).toEqual(['VALID', 'VALID', 'VALID']);
  expect([await checkElsewhere(credential), await checkElsewhere(present)]).toEqual([null, null]);

  await revoke(test.db, id);
  expect(await check()).toEqual(['REVOKED', 'REVOKED', 'REVOKED']);
  expect([await checkElsewhere(credential), await checkElsewhere(present)]).toEqual(['revoked', 'revoked']);
});

it('[API-52] a credential that names the old domain with another key is a forgery', async () => {
  const { shortUuid } = await insertCertificate(test.db);
  const forged = await signFacts(credentialFacts({ shortUuid }), secondSeed);
  const file = Buffer.from(JSON.stringify(forged));
  expect(await checkCertificateFile({ db: test.db, config: after }, file)).toMatchObject({
    outcome: 'NOT_SIGNED_BY_US',
  });
});

it('[C-35] an origin that is not in the setting is never written into a document', async () => {
  const ask = await startMovedSite();
  for (const origin of ['https://evil.example', 'https://liftoff.example.evil.example', 'null', newOrigin])
    for (const path of ['issuer/profile.json', 'status/0.json']) {
      const address = `${newOrigin}/certificates/${path}?${new URLSearchParams({ origin })}`;
      expect(await ask(address)).toMatchObject({ status: 404, body: '' });
    }
});
