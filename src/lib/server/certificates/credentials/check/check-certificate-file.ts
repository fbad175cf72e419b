import { statusListLength } from '#lib/domain/certificates/credentials/credential-addresses.ts';
import type { CheckedCertificate, FileFinding } from '#lib/domain/certificates/credentials/file-finding.ts';
import { findShortId } from '#lib/domain/certificates/short-id.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type CertificateRow, findPublicCertificate, publicStatusOf } from '../../certificate-rows.ts';
import { type CheckConfig, checkSignature } from './check-signature.ts';
import { type FoundCredential, readCertificateFile } from './read-certificate-file.ts';

/**
 * Checks the file of a certificate: whether there is a credential in it, whether we signed it and nothing was changed, and what
 * our record says of the certificate now. Nothing of the file is stored. [API-52]
 */
export async function checkCertificateFile(
  deps: { db: Db; config: CheckConfig },
  bytes: Buffer,
): Promise<FileFinding> {
  const found = await readCertificateFile(bytes);
  if ('outcome' in found) return found;
  return (await checkSignature(deps.config, found)) ?? checkRecord(deps.db, found);
}

/** Looks up what became of the certificate of a genuine credential. */
async function checkRecord(db: Db, { file, credential }: FoundCredential): Promise<FileFinding> {
  const row = await findPublicCertificate(db, findShortId(String(credential.id)) ?? '');
  const status = row && publicStatusOf(row);
  const position = row && (await findVersionPosition(db, row.id, statusIndexOf(credential)));
  if (!row || !status || !position) return { outcome: 'NO_RECORD', file };
  const certificate = presentChecked(row);
  if (status === 'HIDDEN')
    return { outcome: status, file, certificate: { ...certificate, holderName: null } };
  if (status === 'REVOKED' || status === 'REPLACED') return { outcome: status, file, certificate };
  if (position === 'EARLIER') return { outcome: 'CORRECTED', file, certificate };
  return { outcome: status === 'EXPIRED' ? 'EXPIRED' : 'VALID', file, certificate };
}

/** Returns the position of a signed credential among all printed versions, or -1. */
function statusIndexOf({ credentialStatus }: FoundCredential['credential']): number {
  const { statusListIndex, statusListCredential } = Object(credentialStatus);
  const [, list] = /\/status\/(\d{1,4})\.json$/.exec(String(statusListCredential)) ?? [];
  const index = Number(list) * statusListLength + Number(statusListIndex);
  return Number.isSafeInteger(index) ? index : -1;
}

/** Returns whether the version at a position is the latest of the certificate, or null for one that it never had. */
async function findVersionPosition(db: Db, certificateId: string, statusIndex: number) {
  const versions = await db
    .selectFrom('certificateVersion')
    .select('statusIndex')
    .where('certificateId', '=', certificateId)
    .orderBy('version', 'desc')
    .execute();
  const at = versions.findIndex((version) => version.statusIndex === statusIndex);
  if (at < 0) return null;
  return at === 0 ? 'LATEST' : 'EARLIER';
}

/** Presents what a check says of a certificate. */
export function presentChecked(row: CertificateRow): CheckedCertificate {
  const { shortUuid, holderName, title, issuedOn, expiresOn, revokedAt, revocationReason } = row;
  return {
    ...{ shortUuid, holderName, title, issuedOn, expiresOn, revocationReason },
    revokedOn: revokedAt && localDate(revokedAt, defaultTimeZone),
    replacedByShortUuid: row.replacedByShortUuid,
  };
}
