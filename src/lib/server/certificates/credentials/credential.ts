import { v5 as uuidv5 } from 'uuid';
import {
  achievementKeyOf,
  buildOpenBadge,
  type CredentialFacts,
} from '#lib/domain/certificates/credentials/open-badge.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type CertificateRow, findPublicCertificate, publicStatusOf } from '../certificate-rows.ts';
import { signDocument } from './sign-credential.ts';

export interface CredentialDeps {
  db: Db;
  config: Pick<Config, 'siteOrigin' | 'certificateKeys'>;
}

/** A certificate with its signed credential. */
export interface SignedCertificate {
  row: CertificateRow;
  /** The credential as JSON. */
  credential: string;
  /** From when on this version counts. */
  validFrom: Date;
}

/**
 * Returns a certificate with its credential, signed with the newest key. It exists for revoked and replaced certificates too,
 * whose bit in the status list is set. Returns null for a draft, an unknown id and a certificate that its holder hides, which
 * confirms nothing. [API-52]
 */
export async function findSignedCertificate(
  { db, config }: CredentialDeps,
  idOrShortUuid: string,
): Promise<SignedCertificate | null> {
  const row = await findPublicCertificate(db, idOrShortUuid);
  if (!row || publicStatusOf(row) === 'HIDDEN') return null;
  const document = buildOpenBadge(await loadCredentialFacts(db, row), config.siteOrigin);
  const validFrom = new Date(document.validFrom);
  return { row, validFrom, credential: await signOnce(config, document, validFrom) };
}

/** Loads what the latest printed version of a certificate says. */
async function loadCredentialFacts(db: Db, row: CertificateRow): Promise<CredentialFacts> {
  const [latest, previous] = await db
    .selectFrom('certificateVersion')
    .select(['facts', 'statusIndex', 'createdAt'])
    .where('certificateId', '=', row.id)
    .orderBy('version', 'desc')
    .limit(2)
    .execute();
  if (!latest) throw new Error(`The certificate ${row.id} has no printed version.`);
  const { facts, statusIndex, createdAt } = latest;
  const { shortUuid, issuerName } = row;
  return {
    ...{ ...facts, shortUuid, issuerName, statusIndex, correctedAt: previous ? createdAt : null },
    achievementId: `urn:uuid:${uuidv5(achievementKeyOf({ ...facts, issuerName }), uuidv5.URL)}`,
  };
}

/** A signature takes about 10 ms, so that of a certificate that many people open is remembered. */
const signed = new Map<string, string>();
const maxSigned = 1000;

/** Signs a document, or returns what the same document got before: the same facts and key always give the same bytes. */
async function signOnce(
  config: CredentialDeps['config'],
  document: ReturnType<typeof buildOpenBadge>,
  created: Date,
): Promise<string> {
  const key = `${config.certificateKeys[0]} ${JSON.stringify(document)}`;
  const text = signed.get(key) ?? JSON.stringify(await signDocument(config, document, created));
  signed.delete(key);
  signed.set(key, text);
  if (signed.size > maxSigned) signed.delete(signed.keys().next().value as string);
  return text;
}
