import { type CertificateFacts, certificateKindLabels } from '#lib/domain/certificates/certificate.ts';
import { dayText } from '#lib/domain/core/time-text.ts';

/** Returns the words of a badge: the achievement and its holder. */
export function describeBadge(
  one: Pick<CertificateFacts, 'kind' | 'title' | 'holderName' | 'issuedOn'> & { issuerName: string },
) {
  const issued = `${one.issuerName}, ${dayText(one.issuedOn)}`;
  return {
    label: certificateKindLabels[one.kind],
    title: one.title,
    note: `${one.holderName}. ${issued}.`,
    hasIndicScripts: true,
  };
}
