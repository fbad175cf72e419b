import * as Ed25519Multikey from '@digitalbazaar/ed25519-multikey';
import { issuerProfilePath } from '#lib/domain/certificates/credentials/credential-addresses.ts';
import type { Config } from '#lib/server/config.ts';

/** The keys that prove that a credential is ours. The first one signs; the others only verify what they have signed. */
export interface CertificateKeys {
  signing: Ed25519Multikey.Multikey;
  /** The public parts of all keys, newest first, as they stand in the issuer's profile. */
  published: readonly PublishedKey[];
}

export interface PublishedKey {
  id: string;
  type: 'Multikey';
  controller: string;
  publicKeyMultibase: string;
}

let latest: { origin: string; setting: string; keys: Promise<CertificateKeys> } | null = null;

/** Returns the keys of the setting, which stays the same as long as the process runs. */
export function getCertificateKeys(
  config: Pick<Config, 'siteOrigin' | 'certificateKeys'>,
): Promise<CertificateKeys> {
  const { siteOrigin: origin, certificateKeys } = config;
  const setting = certificateKeys.join(',');
  if (latest?.origin !== origin || latest.setting !== setting)
    latest = { origin, setting, keys: createKeys(origin, certificateKeys) };
  return latest.keys;
}

async function createKeys(
  origin: string,
  [newest, ...older]: Config['certificateKeys'],
): Promise<CertificateKeys> {
  const controller = `${origin}${issuerProfilePath}`;
  const signing = await createKeyPair(controller, newest);
  const olderKeys = await Promise.all(
    // A key that no longer signs may be listed by its public part, so that its secret can be destroyed.
    older.map(async (text) =>
      text.startsWith('z6Mk') ? text : (await createKeyPair(controller, text)).publicKeyMultibase,
    ),
  );
  const published = [signing.publicKeyMultibase, ...olderKeys].map((publicKeyMultibase) => ({
    ...{
      id: `${controller}#${publicKeyMultibase}`,
      type: 'Multikey' as const,
      controller,
      publicKeyMultibase,
    },
  }));
  return { signing, published };
}

const createKeyPair = (controller: string, seed: string) =>
  Ed25519Multikey.generate({ controller, seed: Buffer.from(seed, 'base64url') });
