import { createCredential, createList } from '@digitalbazaar/vc-bitstring-status-list';
import {
  issuerProfilePath,
  statusListLength,
  statusListPath,
} from '#lib/domain/certificates/credentials/credential-addresses.ts';

/**
 * Builds the document in which verifiers look up whether a credential was revoked: one bit for each, compressed.
 * `revokedIndexes` are positions within this list.
 */
export async function buildStatusList(
  siteOrigin: string,
  listNumber: number,
  revokedIndexes: readonly number[],
) {
  const list = await createList({ length: statusListLength });
  for (const index of revokedIndexes) list.setStatus(index, true);
  const id = `${siteOrigin}${statusListPath(listNumber)}`;
  const document = await createCredential({ id, list, statusPurpose: 'revocation' });
  return {
    ...(document as { '@context': string[]; type: string[]; credentialSubject: object }),
    issuer: `${siteOrigin}${issuerProfilePath}`,
  };
}
