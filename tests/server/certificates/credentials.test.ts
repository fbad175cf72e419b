import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { CredentialFacts } from '#lib/domain/certificates/credentials/open-badge.ts';
import { getCertificateKeys } from '#lib/server/certificates/credentials/certificate-keys.ts';
import { buildIssuerProfile } from '#lib/server/certificates/credentials/issuer-profile.ts';
import { isSignedByUs, signDocument } from '#lib/server/certificates/credentials/sign-credential.ts';
import { buildStatusList } from '#lib/server/certificates/credentials/status-list.ts';
import { checkBadgeSchema } from '../../support/certificates/badge-schema.ts';
import {
  checkAsForeigner,
  credentialFacts,
  firstSeed,
  secondSeed,
  signFacts,
  signingConfig,
  siteOrigin,
} from '../../support/certificates/credentials.ts';

/** While the credential is valid, and after its last day in India. */
const [valid, expired] = [new Date('2028-07-02T18:00:00Z'), new Date('2028-07-02T18:30:01Z')];

/** Returns what our server publishes with these keys, when the credentials at these positions of list 1 are revoked. */
async function publish(revokedIndexes: readonly number[], ...seeds: [string, ...string[]]) {
  const config = signingConfig(...seeds);
  const { published } = await getCertificateKeys(config);
  const list = await buildStatusList(siteOrigin, 1, revokedIndexes);
  return [
    buildIssuerProfile({ siteOrigin, name: 'Liftoff', keys: published }),
    (await signDocument(config, list, new Date('2026-07-03T00:00:00Z'))) as unknown as { id: string },
  ];
}

test('a foreign verifier accepts a credential until its last day is over', async () => {
  const credential = await signFacts(credentialFacts(), firstSeed);
  const published = await publish([3], firstSeed);
  expect(await checkAsForeigner({ credential, published, now: valid })).toBeNull();
  expect(await checkAsForeigner({ credential, published, now: expired })).toMatch(/is after "validUntil"/);
});

test('a foreign verifier refuses a credential after one changed byte', async () => {
  const text = JSON.stringify(await signFacts(credentialFacts(), firstSeed));
  const published = await publish([], firstSeed);
  const changes: [from: string, to: string][] = [
    ['Nārāyaṇan', 'Nārāyaṇam'],
    ['"value":"A"', '"value":"B"'],
    ['160 hours', '960 hours'],
    ['2028-07-02T23', '2029-07-02T23'],
    ['"statusListIndex":"2"', '"statusListIndex":"4"'],
  ];
  for (const [from, to] of changes) {
    const credential = JSON.parse(text.replace(from, to));
    expect(await checkAsForeigner({ credential, published, now: valid })).toMatch(/invalid signature/i);
    expect(await isSignedByUs(signingConfig(firstSeed), credential, valid)).toBe(false);
  }
});

test('a foreign verifier refuses a credential as soon as its bit is set', async () => {
  const credential = await signFacts(credentialFacts(), firstSeed);
  const revoked = await publish([2], firstSeed);
  expect(await checkAsForeigner({ credential, published: revoked, now: valid })).toBe('revoked');
});

test('a credential of the old key holds after rotation, also when only the public part of that key is left', async () => {
  const old = await signFacts(credentialFacts(), firstSeed);
  const rotated = await publish([], secondSeed, firstSeed);
  expect(await checkAsForeigner({ credential: old, published: rotated, now: valid })).toBeNull();

  const { publicKeyMultibase } = (await getCertificateKeys(signingConfig(firstSeed))).signing;
  const withPublicPart = await publish([], secondSeed, publicKeyMultibase);
  expect(await checkAsForeigner({ credential: old, published: withPublicPart, now: valid })).toBeNull();
  expect(await isSignedByUs(signingConfig(secondSeed, publicKeyMultibase), old, valid)).toBe(true);

  const renewed = await signFacts(credentialFacts(), secondSeed, firstSeed);
  expect(renewed.proof).not.toEqual(old.proof);
  expect(await checkAsForeigner({ credential: renewed, published: withPublicPart, now: valid })).toBeNull();
  const withoutOldKey = await publish([], secondSeed);
  expect(await checkAsForeigner({ credential: old, published: withoutOldKey, now: valid })).not.toBeNull();
});

test('the published schema of Open Badges 3.0 accepts every kind of credential', async () => {
  const least: Partial<CredentialFacts> = {
    ...{ batchName: null, description: '', criteria: '', skills: [], hours: null, grade: null },
    ...{ completedOn: null, expiresOn: null },
  };
  const documents = await Promise.all([
    signFacts(credentialFacts(), firstSeed),
    signFacts(credentialFacts({ kind: 'ACHIEVEMENT', ...least }), firstSeed),
    signFacts(
      credentialFacts({ kind: 'PARTICIPATION', correctedAt: new Date('2026-08-01T10:20:30.5Z') }),
      firstSeed,
    ),
  ]);
  for (const document of documents) expect(checkBadgeSchema(document)).toEqual([]);
  expect(documents[2]).toMatchObject({ validFrom: '2026-08-01T10:20:30Z' });
  const { issuer: _, ...incomplete } = documents[0] as object & { issuer: object };
  expect(checkBadgeSchema(incomplete)).not.toEqual([]);
});

test('the same certificate always gets the same bytes, with the name and no address of its holder', async () => {
  const [one, other] = [
    await signFacts(credentialFacts(), firstSeed),
    await signFacts(credentialFacts(), firstSeed),
  ];
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
  expect(one.credentialSubject.identifier).toEqual([
    { type: 'IdentityObject', identityHash: 'लक्ष्मी Nārāyaṇan', identityType: 'name', hashed: false },
  ]);
  expect(one.credentialSubject).not.toHaveProperty('id');
});

test('a status list has a bit for each of 131,072 certificates', async () => {
  const list = await buildStatusList(siteOrigin, 0, [0, 9, 131_071]);
  const { encodedList } = list.credentialSubject as { encodedList: string };
  expect(encodedList.startsWith('u')).toBe(true);
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'));
  expect(bits.length * 8).toBe(131_072);
  expect([bits[0], bits[1], bits.at(-1)]).toEqual([0b1000_0000, 0b0100_0000, 0b0000_0001]);
});
