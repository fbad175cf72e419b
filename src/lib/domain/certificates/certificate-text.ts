import { dayText } from '#lib/domain/core/time-text.ts';
import {
  type CertificateKind,
  type CertificateStatus,
  certificateKindLabels,
  certificateStatusLabels,
} from './certificate.ts';
import { formatShortId } from './short-id.ts';

/** What pages say about a certificate. */

interface DescribedCertificate {
  status: CertificateStatus;
  shortUuid: string;
  issuedOn: string;
  issuer: { name: string };
  kind?: CertificateKind;
  expiresOn?: string | null;
  /** The day on which it was revoked, `2026-05-31`. */
  revokedOn?: string | null;
}

/** Returns what a state means, in a heading and a sentence. */
export function describeState(one: DescribedCertificate): { title: string; text: string } {
  const { status, issuer, issuedOn, expiresOn, revokedOn } = one;
  const issued = `${issuer.name} issued it on ${dayText(issuedOn)}`;
  switch (status) {
    case 'ISSUED':
      return {
        title: 'This certificate is valid',
        text: `${issued} and confirms what it says.${expiresOn ? ` It is valid until ${dayText(expiresOn)}.` : ''}`,
      };
    case 'EXPIRED':
      return {
        title: 'This certificate has expired',
        text: `${issued}. It was valid until ${dayText(expiresOn ?? issuedOn)}. What it says was true then.`,
      };
    case 'REVOKED':
      return {
        title: 'This certificate is revoked',
        text: `${issued} and revoked it${revokedOn ? ` on ${dayText(revokedOn)}` : ''}. It is not valid any more.`,
      };
    case 'REPLACED':
      return {
        title: 'This certificate is replaced',
        text: `${issued}. A newer certificate has taken its place.`,
      };
    case 'HIDDEN':
      return {
        title: 'The holder has hidden this certificate',
        text: `${issued}. While it is hidden, this page confirms nothing about a person. Ask the holder to show it again.`,
      };
  }
}

/** Returns what a document that is not valid says of its state, so that nobody passes it on as valid; an empty text for a valid one. */
export function describeDocumentState({
  status,
  revokedOn,
}: Pick<DescribedCertificate, 'status' | 'revokedOn'>): string {
  if (status === 'ISSUED') return '';
  return status === 'REVOKED' && revokedOn
    ? `Revoked on ${dayText(revokedOn)}`
    : certificateStatusLabels[status];
}

/** Returns the first line of a certificate's picture: its kind, after the state of one that is not valid. */
export function describePicture(
  status: CertificateStatus,
  kind: CertificateKind,
): { label: string; tone: 'danger' | 'warning' | undefined } {
  const label = certificateKindLabels[kind];
  if (status === 'ISSUED') return { label, tone: undefined };
  const tone = status === 'REVOKED' ? 'danger' : 'warning';
  return { label: `${certificateStatusLabels[status]} · ${label}`, tone };
}

/** Returns the description of the page for search results and links, at most 160 characters. */
export function describeCertificatePage(one: DescribedCertificate): string {
  const { status, kind, issuer, issuedOn, shortUuid } = one;
  const what = kind ? certificateKindLabels[kind].toLowerCase() : 'certificate';
  const state = status === 'HIDDEN' ? 'Hidden' : certificateStatusLabels[status];
  return `${state} ${what}, issued by ${issuer.name} on ${dayText(issuedOn)}. Check it here. Id ${formatShortId(shortUuid)}.`;
}
