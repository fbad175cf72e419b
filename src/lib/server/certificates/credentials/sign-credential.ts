import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { issue, verifyCredential } from '@digitalbazaar/vc';
import type { Config } from '#lib/server/config.ts';
import { getCertificateKeys } from './certificate-keys.ts';
import { createDocumentLoader } from './load-document.ts';

type SigningConfig = Pick<Config, 'siteOrigin' | 'certificateKeys'>;

/**
 * Signs a document with our newest key. The proof says that it was made at `created`, so that the same document always gets the
 * same proof.
 */
export async function signDocument<Document extends { '@context': unknown }>(
  config: SigningConfig,
  document: Document,
  created: Date,
): Promise<Document & { proof: object[] }> {
  const { signing, published } = await getCertificateKeys(config);
  const suite = new DataIntegrityProof({
    cryptosuite,
    signer: signing.signer(),
    date: created.toISOString(),
  });
  const { proof } = await issue({
    credential: structuredClone(document),
    suite,
    documentLoader: createDocumentLoader(config.siteOrigin, published),
    // The library rejects a document that has expired; ours may be signed at any time.
    now: created,
  });
  return { ...document, proof: [proof] };
}

/**
 * Returns whether one of our keys has signed exactly this document. Its dates are no reason to reject it: the record of the
 * certificate says whether it still counts.
 */
export async function isSignedByUs(
  config: SigningConfig,
  document: object,
  signedAt: Date,
): Promise<boolean> {
  const { published } = await getCertificateKeys(config);
  const { verified } = await verifyCredential({
    credential: document,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: createDocumentLoader(config.siteOrigin, published),
    checkStatus: async () => ({ verified: true }),
    now: signedAt,
  });
  return verified;
}
