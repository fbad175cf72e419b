import type { CertificateFacts, CertificateStatus } from '#lib/domain/certificates/certificate.ts';
import { describePicture } from '#lib/domain/certificates/certificate-text.ts';
import { dayText } from '#lib/domain/core/time-text.ts';

type BadgeFacts = Pick<CertificateFacts, 'kind' | 'title' | 'holderName' | 'issuedOn'> & {
  issuerName: string;
};

/** Returns the words of a badge: the achievement and its holder, and the state of one that is not valid. */
export function describeBadge(one: BadgeFacts, status: CertificateStatus) {
  return {
    ...describePicture(status, one.kind),
    title: one.title,
    note: `${one.holderName}\n${one.issuerName}, ${dayText(one.issuedOn)}`,
    hasIndicScripts: true,
  };
}
