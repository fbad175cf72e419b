import type { Certificate } from '#lib/contract/certificates/certificates.ts';
import { findShortId } from '#lib/domain/certificates/short-id.ts';
import { listPrograms, type Program } from '#lib/server/catalog/content/index.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { HttpError } from '#lib/server/http/http-error.ts';
import { type CertificateCache, certificateCache } from './certificate-cache.ts';
import { countCertificateMiss } from './certificate-misses.ts';
import { findPublicCertificate } from './certificate-rows.ts';
import { certificatePath, certificatePreview, presentCertificate } from './present-certificate.ts';

interface CertificatePage {
  certificate: Certificate;
  /** The account of its holder; null until it is claimed. */
  ownerId: string | null;
  /** The page of its programme; null for a certificate of none. */
  program: Program | null;
  /** The name of its preview picture. */
  preview: string;
  /** How long the page may be cached, and the tag by which a write removes it. */
  cache: CertificateCache;
  /** Where the page is, if the address is another spelling of the id. */
  redirectTo: string | null;
}

/**
 * Loads what a certificate's page shows. Returns the error instead for an id that no public certificate has, and counts it.
 * [API-52]
 */
export async function loadCertificatePage(
  { db, config }: { db: Db; config: Pick<Config, 'siteOrigin'> },
  idOrShortUuid: string,
  address: string,
): Promise<CertificatePage | HttpError> {
  const row = await findPublicCertificate(db, idOrShortUuid);
  if (!row) return countCertificateMiss(db, address);
  const program = listPrograms().find(({ type }) => type === row.programType) ?? null;
  const redirectTo = row.shortUuid === idOrShortUuid ? null : certificatePath(row.shortUuid);
  const certificate = presentCertificate(row, config.siteOrigin);
  const preview = certificatePreview(row.shortUuid, row.version, certificate.status);
  return { certificate, ownerId: row.userId, program, preview, redirectTo, cache: certificateCache(row) };
}

export interface CheckResult {
  /** What was typed. */
  text: string;
  /** The page to open; null before a search and where the text has no id. */
  redirectTo: string | null;
  error: string | null;
}

/** Reads the form that checks an id: the id in any spelling, or the address of a certificate. */
export function readCheckForm(search: URLSearchParams): CheckResult {
  const text = search.get('id')?.trim().slice(0, 300) ?? '';
  if (!search.has('id')) return { text, redirectTo: null, error: null };
  const id = findShortId(text);
  if (id) return { text, redirectTo: certificatePath(id), error: null };
  const error = text
    ? 'An id has 12 letters and digits, for example K7TQ M4XW HN2C. It has no vowels, and no L, 0 or 1.'
    : 'Please enter the id of the certificate';
  return { text, redirectTo: null, error };
}
