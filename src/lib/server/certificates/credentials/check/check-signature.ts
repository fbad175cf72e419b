import { isDeepStrictEqual } from 'node:util';
import { issuerProfilePath } from '#lib/domain/certificates/credentials/credential-addresses.ts';
import type { FileFinding } from '#lib/domain/certificates/credentials/file-finding.ts';
import { credentialContexts } from '#lib/domain/certificates/credentials/open-badge.ts';
import type { Config } from '#lib/server/config.ts';
import { getCertificateKeys } from '../certificate-keys.ts';
import type { CredentialDeps } from '../credential.ts';
import { isSignedByUs } from '../sign-credential.ts';
import type { FoundCredential } from './read-certificate-file.ts';

/** Former origins are ours, so a document of theirs with another key is a forgery. */
export type CheckConfig = CredentialDeps['config'] & Pick<Config, 'formerOrigins'>;

/**
 * Checks who signed a credential and that nothing was changed since. Returns null for a genuine one. Nothing is fetched: the keys
 * are those of our setting, and a vocabulary that is not one of ours is not opened. A credential from before a change of our
 * domain names the old one; our key proves it all the same.
 */
export async function checkSignature(
  config: CheckConfig,
  { file, credential }: FoundCredential,
): Promise<FileFinding | null> {
  const issuer = parseUrl(idOf(credential.issuer));
  const { origin } = issuer ?? {};
  const foreign: FileFinding = { outcome: 'FOREIGN', file, issuer: issuer?.host || null };
  if (!origin || issuer?.pathname !== issuerProfilePath) return foreign;

  const keys = await getCertificateKeys({ ...config, siteOrigin: origin });
  const method = findVerificationMethod(credential);
  if (!keys.published.some(({ id }) => id === method))
    return [config.siteOrigin, ...config.formerOrigins].includes(origin)
      ? { outcome: 'NOT_SIGNED_BY_US', file }
      : foreign;
  const validFrom = new Date(String(credential.validFrom));
  const isGenuine =
    hasOurTermsOnly(credential) &&
    !Number.isNaN(validFrom.getTime()) &&
    (await isSignedByUs({ ...config, siteOrigin: origin }, credential, validFrom));
  return isGenuine ? null : { outcome: 'CHANGED', file };
}

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

const parseUrl = (text: unknown): URL | null =>
  typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;

/** Returns the address of the key that the one proof names; each further proof would take time to check. */
function findVerificationMethod({ proof }: FoundCredential['credential']): unknown {
  const [only, second] = Array.isArray(proof) ? proof : [proof];
  if (second !== undefined || typeof only !== 'object' || only === null) return null;
  return 'verificationMethod' in only ? only.verificationMethod : null;
}

/** With a vocabulary of its own, a document could give our words another meaning. */
function hasOurTermsOnly({ '@context': contexts, ...rest }: FoundCredential['credential']): boolean {
  return isDeepStrictEqual(contexts, [...credentialContexts]) && !hasKeyword(rest);
}

const hasKeyword = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([key, inner]) => key.startsWith('@') || hasKeyword(inner));
