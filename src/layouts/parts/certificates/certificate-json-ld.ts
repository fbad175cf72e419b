import type { ShownCertificate } from '#lib/contract/certificates/certificates.ts';
import { certificateKindLabels } from '#lib/domain/certificates/certificate.ts';
import type { JsonLd } from '../../json-ld.ts';

/** Describes a valid certificate for search engines by what its page shows. */
export function describeCertificate(one: ShownCertificate): JsonLd {
  const issuer = { '@type': 'Organization', name: one.issuer.name, url: one.issuer.url };
  return {
    '@context': 'https://schema.org',
    '@type': 'EducationalOccupationalCredential',
    ...{ '@id': one.verifyUrl, url: one.verifyUrl, name: one.title, identifier: one.shortUuid },
    credentialCategory: certificateKindLabels[one.kind],
    ...(one.description && { description: one.description }),
    ...(one.skills.length > 0 && { competencyRequired: one.skills }),
    recognizedBy: issuer,
    dateCreated: one.issuedOn,
    validFrom: one.issuedOn,
    ...(one.expiresOn && { expires: one.expiresOn }),
    about: { '@type': 'Person', name: one.holderName, hasCredential: { '@id': one.verifyUrl } },
  };
}
