import { expect, it } from 'vitest';
import { getCertificateKeys } from '#lib/server/certificates/credentials/certificate-keys.ts';
import { buildIssuerProfile } from '#lib/server/certificates/credentials/issuer-profile.ts';
import { buildStatusList } from '#lib/server/certificates/credentials/status-list.ts';
import {
  credentialFacts,
  firstSeed,
  secondSeed,
  signFacts,
  signingConfig,
  siteOrigin,
} from '../../support/certificates/credentials.ts';
import { checkIndependently } from '../../support/certificates/independent-verifier.ts';
import { loadVocabulary } from '../../support/certificates/vocabularies.ts';

const valid = new Date('2028-07-02T18:00:00Z');

/** Lets a verifier of other authors read what our server publishes. The vocabularies are public documents. */
async function check(
  credential: object,
  { now = valid, revoked = [] as number[], seeds = [firstSeed] as [string, ...string[]] } = {},
): Promise<string | null> {
  const { published } = await getCertificateKeys(signingConfig(...seeds));
  const documents = new Map<string, object>(
    [
      buildIssuerProfile({ siteOrigin, name: 'Liftoff', keys: published }),
      (await buildStatusList(siteOrigin, 1, revoked)) as object as { id: string },
    ].map((one) => [one.id, one]),
  );
  const load = async (url: string) => documents.get(url) ?? loadVocabulary(url);
  return checkIndependently(credential, load, now);
}

it('[API-52] a verifier that shares no code with ours accepts a credential until its last day, and not once it is revoked', async () => {
  const credential = await signFacts(credentialFacts(), firstSeed);
  expect(await check(credential)).toBeNull();
  expect(await check(credential, { revoked: [3] })).toBeNull();
  expect(await check(credential, { revoked: [2] })).toBe('revoked');
  expect(await check(credential, { now: new Date('2028-07-02T18:30:01Z') })).toBe('expired');
});

it('[API-52] it refuses a credential after one changed byte', async () => {
  const text = JSON.stringify(await signFacts(credentialFacts(), firstSeed));
  const changes: [from: string, to: string][] = [
    ['Nārāyaṇan', 'Nārāyaṇam'],
    ['"value":"A"', '"value":"B"'],
    ['160 hours', '960 hours'],
    ['2028-07-02T23', '2029-07-02T23'],
    ['"statusListIndex":"2"', '"statusListIndex":"4"'],
  ];
  for (const [from, to] of changes) expect(await check(JSON.parse(text.replace(from, to)))).toBe('changed');
});

it('[API-52] it accepts a credential of the old key after rotation, and none of a key that was removed', async () => {
  const old = await signFacts(credentialFacts(), firstSeed);
  expect(await check(old, { seeds: [secondSeed, firstSeed] })).toBeNull();
  expect(
    await check(await signFacts(credentialFacts(), secondSeed), { seeds: [secondSeed, firstSeed] }),
  ).toBeNull();
  expect(await check(old, { seeds: [secondSeed] })).toBe('unknown key');
});

it('[API-52] it accepts a credential that does not expire ten years later', async () => {
  const credential = await signFacts(credentialFacts({ expiresOn: null }), firstSeed);
  expect(await check(credential, { now: new Date('2036-11-23T00:00:00Z') })).toBeNull();
});
