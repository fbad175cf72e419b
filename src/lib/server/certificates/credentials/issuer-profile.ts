import { issuerProfilePath } from '#lib/domain/certificates/credentials/credential-addresses.ts';
import type { PublishedKey } from './certificate-keys.ts';

interface IssuerOptions {
  siteOrigin: string;
  name: string;
  keys: readonly PublishedKey[];
}

/**
 * Builds the issuer's profile, which is also the document in which verifiers look our keys up. A verifier that finds
 * `did/v1` first reads the keys without loading any vocabulary.
 */
export const buildIssuerProfile = ({ siteOrigin, name, keys }: IssuerOptions) => ({
  '@context': [
    'https://www.w3.org/ns/did/v1',
    'https://w3id.org/security/multikey/v1',
    'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  ],
  id: `${siteOrigin}${issuerProfilePath}`,
  type: ['Profile'],
  name,
  url: `${siteOrigin}/`,
  image: { id: `${siteOrigin}/icon-512.png`, type: 'Image', caption: name },
  verificationMethod: keys,
  assertionMethod: keys.map(({ id }) => id),
});
