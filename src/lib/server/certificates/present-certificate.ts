import type { Certificate, ShownCertificate } from '#lib/contract/certificates/certificates.ts';
import { certificateStatusLabels } from '#lib/domain/certificates/certificate.ts';
import { credentialPath } from '#lib/domain/certificates/credentials/credential-addresses.ts';
import { linkedInAddUrl } from '#lib/domain/certificates/share-links.ts';
import {
  type CertificateRow,
  createCertificateNotFoundError,
  factsOf,
  publicStatusOf,
} from './certificate-rows.ts';

/** Returns the path of a certificate's page. */
export const certificatePath = (shortUuid: string): string => `/certificates/${shortUuid}/`;

/** Returns the name of its preview picture. It changes with the version and the status, so that no site shows an old one. */
export const certificatePreview = (shortUuid: string, version: number, status: string): string =>
  `certificates/${shortUuid}-${version}-${status.toLowerCase()}`;

/**
 * Presents a certificate as everybody with the link sees it. A hidden one has its status, the issuer and the day only.
 * Throws `CERTIFICATE_NOT_FOUND` for a draft. [API-52]
 */
export function presentCertificate(row: CertificateRow, siteOrigin: string): Certificate {
  const status = publicStatusOf(row);
  if (status === null) throw createCertificateNotFoundError();
  const { id, shortUuid, issuedOn, issuerName, version } = row;
  const url = `${siteOrigin}${certificatePath(shortUuid)}`;
  const ogImageUrl = `${siteOrigin}/og/${certificatePreview(shortUuid, version, status)}.png`;
  const known = {
    ogImageUrl,
    ...{ id, shortUuid, issuedOn, verifyUrl: url, statusLabel: certificateStatusLabels[status] },
    issuer: { name: issuerName, url: `${siteOrigin}/`, logo: `${siteOrigin}/icon-512.png` },
  };
  if (status === 'HIDDEN') return { status, ...known };
  const { revokedAt, revocationReason, replacedByShortUuid } = row;
  const shown: ShownCertificate = {
    ...{ status, ...known, ...factsOf(row), skills: row.skills, signatories: row.signatories },
    programType: row.programType,
    imageUrl: ogImageUrl,
    pdfUrl: `${url}certificate.pdf`,
    credentialUrl: `${siteOrigin}${credentialPath(shortUuid)}`,
    linkedinAddUrl: linkedInAddUrl({ ...row, url }),
    revokedAt: revokedAt?.toISOString() ?? null,
    ...{ revocationReason, replacedByShortUuid, version },
  };
  return shown;
}
