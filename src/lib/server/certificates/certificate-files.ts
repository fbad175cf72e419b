import { describePicture } from '#lib/domain/certificates/certificate-text.ts';
import { dayText } from '#lib/domain/core/time-text.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import { drawInTurn } from '#lib/server/documents/draw-in-turn.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type CertificateCache, certificateCache } from './certificate-cache.ts';
import { countCertificateMiss } from './certificate-misses.ts';
import { renderCertificatePdf } from './certificate-pdf.ts';
import { findPublicCertificate } from './certificate-rows.ts';
import { findSignedCertificate } from './credentials/credential.ts';
import { certificatePreview, presentCertificate } from './present-certificate.ts';

interface FileDeps {
  db: Db;
  config: Pick<Config, 'siteOrigin' | 'certificateKeys'>;
}

/** Responds with an error without a page of its own; src/fetch.ts gives it one. */
const respondWithError = (error: HttpError): Response =>
  new Response(null, { status: error.status, headers: error.headers() });

/** Responds with the PDF of a certificate as it is now, with its signed credential attached. A hidden one has none. [API-52] */
export async function respondWithCertificatePdf(
  { db, config }: FileDeps,
  idOrShortUuid: string,
  address: string,
): Promise<Response> {
  const row = await findPublicCertificate(db, idOrShortUuid);
  if (!row) return respondWithError(await countCertificateMiss(db, address));
  const certificate = presentCertificate(row, config.siteOrigin);
  if (certificate.status === 'HIDDEN') return new Response(null, { status: 404 });
  try {
    const signed = await findSignedCertificate({ db, config }, row.id);
    const pdf = await drawInTurn(row, () => renderCertificatePdf(certificate, signed));
    return new Response(new Uint8Array(pdf), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="certificate-${row.shortUuid}.pdf"`,
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
      },
    });
  } catch (error) {
    if (error instanceof HttpError) return respondWithError(error);
    throw error;
  }
}

/** The words of a certificate's picture, and whether the address is of its present state. */
interface CertificatePreview {
  words: {
    label: string;
    title: string;
    note: string;
    tone?: 'danger' | 'warning' | undefined;
    hasIndicScripts: boolean;
    isName?: boolean;
  };
  isCurrent: boolean;
  cache: CertificateCache;
}

/**
 * Finds what the picture of a certificate shows: holder, title and day, and its state unless it is valid. `name` is the id with
 * the version and the status, of which only the id counts. Returns the error to respond with for an unknown id. [API-52]
 */
export async function describeCertificatePreview(
  { db, config }: FileDeps,
  name: string,
  address: string,
): Promise<CertificatePreview | Response> {
  const row = await findPublicCertificate(db, name.split('-')[0] ?? '');
  if (!row) return respondWithError(await countCertificateMiss(db, address));
  const one = presentCertificate(row, config.siteOrigin);
  const isCurrent = certificatePreview(row.shortUuid, row.version, one.status) === `certificates/${name}`;
  const cache = certificateCache(row);
  const issued = `${one.issuer.name}, ${dayText(one.issuedOn)}`;
  if (one.status === 'HIDDEN') {
    const words = { label: 'Certificate', title: 'Hidden by its holder', note: issued };
    return { words: { ...words, hasIndicScripts: false }, isCurrent, cache };
  }
  const words = {
    ...describePicture(one.status, one.kind),
    ...{ title: one.holderName, note: `${one.title}\n${issued}`, isName: true },
  };
  return { words: { ...words, hasIndicScripts: true }, isCurrent, cache };
}
