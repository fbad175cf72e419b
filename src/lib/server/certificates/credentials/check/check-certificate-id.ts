import { findLinkHost, type IdFinding } from '#lib/domain/certificates/credentials/id-finding.ts';
import { findShortId } from '#lib/domain/certificates/short-id.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { countCertificateMiss } from '../../certificate-misses.ts';
import { readCheckForm } from '../../certificate-page.ts';
import { findPublicCertificate, publicStatusOf } from '../../certificate-rows.ts';
import { presentChecked } from './check-certificate-file.ts';

interface IdCheck {
  /** What was typed. */
  text: string;
  finding: IdFinding | null;
  /** The status of the answer. */
  status: number;
  error: string | null;
  retryAfter: number | null;
}

/**
 * Checks the id or the link of a form: what our record says of the certificate now, and whether the link is one of ours. An unknown
 * id counts as a guess of the network. [API-52, C-12]
 */
export async function checkCertificateId(
  { db, config }: { db: Db; config: Pick<Config, 'siteOrigin' | 'formerOrigins'> },
  search: URLSearchParams,
  address: string,
): Promise<IdCheck> {
  const { text, redirectTo, error } = readCheckForm(search);
  const none = { text, finding: null, error, retryAfter: null };
  if (!redirectTo) return { ...none, status: error ? 400 : 200 };
  const found = await findRecord(db, findShortId(text) ?? '', address);
  const isMiss = found instanceof HttpError;
  if (isMiss && found.status === 429)
    return { ...none, status: 429, error: found.message, retryAfter: found.options.retryAfter ?? null };
  const host = findLinkHost(text);
  const isOwn = [config.siteOrigin, ...config.formerOrigins].some((origin) => new URL(origin).host === host);
  const foreignHost = isOwn ? null : host;
  if (isMiss) return { ...none, status: 404, finding: { outcome: 'UNKNOWN', foreignHost } };
  return { ...none, status: 200, finding: { ...found, foreignHost } };
}

type FoundRecord = Pick<Extract<IdFinding, { certificate: object }>, 'outcome' | 'certificate'>;

async function findRecord(db: Db, shortUuid: string, address: string): Promise<FoundRecord | HttpError> {
  const row = await findPublicCertificate(db, shortUuid);
  const status = row && publicStatusOf(row);
  if (!row || !status) return countCertificateMiss(db, address);
  const certificate = presentChecked(row);
  if (status === 'HIDDEN') return { outcome: status, certificate: { ...certificate, holderName: null } };
  return { outcome: status === 'ISSUED' ? 'VALID' : status, certificate };
}
