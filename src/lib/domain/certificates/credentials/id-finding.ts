import { dayText } from '#lib/domain/core/time-text.ts';
import { certificatesInPath } from '../short-id.ts';
import type { CheckedCertificate, FindingText } from './file-finding.ts';

/** What a check of an id or a link found, in words. */

type KnownOutcome = 'VALID' | 'EXPIRED' | 'REVOKED' | 'REPLACED' | 'HIDDEN';

export type IdFinding = {
  /** The host of a link that leads to another site; null for our own and for an id alone. */
  foreignHost: string | null;
} & ({ outcome: KnownOutcome; certificate: CheckedCertificate } | { outcome: 'UNKNOWN' });

/** Says what was found, and what the check could not know. */
export function describeIdFinding(finding: IdFinding): FindingText {
  const { foreignHost } = finding;
  const own = finding.outcome === 'UNKNOWN' ? unknownId : describeKnown(finding);
  if (!foreignHost) return own;
  const isGood = own.tone === 'good';
  return {
    ...own,
    tone: isGood ? 'warning' : own.tone,
    title: isGood ? 'The id is valid, but the link is not ours' : own.title,
    limits: [
      `The link leads to ${foreignHost}, which is not a site of Liftoff. We looked up the id in it, and do not know what that site shows.`,
      ...own.limits,
    ],
  };
}

const unknownId: FindingText = {
  ...{ tone: 'bad', title: 'We have no certificate with this id' },
  text: 'Compare the id with the one on the document. If it is the same, Liftoff did not issue the certificate.',
  limits: ['We do not know who made the document, or whether the id was copied with a mistake.'],
};

function describeKnown({ outcome, certificate }: Extract<IdFinding, { certificate: object }>): FindingText {
  const { holderName, issuedOn, expiresOn, revokedOn } = certificate;
  const issued = `Liftoff issued it on ${dayText(issuedOn)}`;
  const texts: Record<KnownOutcome, Omit<FindingText, 'limits'>> = {
    VALID: {
      ...{ tone: 'good', title: 'This certificate is valid' },
      text: `${issued}.${expiresOn ? ` It is valid until ${dayText(expiresOn)}.` : ''}`,
    },
    EXPIRED: {
      ...{ tone: 'warning', title: 'This certificate has expired' },
      text: `${issued}. It was valid until ${dayText(expiresOn ?? issuedOn)}.`,
    },
    REVOKED: {
      ...{ tone: 'bad', title: 'This certificate is revoked' },
      text: `${issued} and revoked it${revokedOn ? ` on ${dayText(revokedOn)}` : ''}. It is not valid any more.`,
    },
    REPLACED: {
      ...{ tone: 'warning', title: 'This certificate is replaced' },
      text: `${issued}. A newer certificate has taken its place.`,
    },
    HIDDEN: {
      ...{ tone: 'unknown', title: 'The holder has hidden this certificate' },
      text: `${issued}. While it is hidden, we do not say whose it is or whether it is valid. Ask the holder to show it again.`,
    },
  };
  return {
    ...texts[outcome],
    limits: [
      'We have not seen the document. Compare the name, the title and the dates on it with the certificate’s page.',
      `We do not know who gave you the id. Ask for a photo identity card${holderName ? ` of ${holderName}` : ''}.`,
    ],
  };
}

const unreadableHost = 'an unknown address';

/**
 * Returns the host of the link to a certificate in a pasted text, in small letters; null for an id or a path alone. A link that
 * cannot be read has a host that is not ours, so that it is never called good.
 */
export function findLinkHost(text: string): string | null {
  const word = text.split(/\s+/).find((one) => certificatesInPath.test(one));
  if (!word) return null;
  if (/^\/certificates\//i.test(word)) return text.startsWith(word) ? null : unreadableHost;
  // A label or a bracket before the link is not part of it. One with a dot or a slash may be a host of its own.
  const link = word.replace(/^[^./\\@]*?(?=https?:\/\/)/i, '').replace(/^[("'<[]+/, '');
  const address = /^https?:\/\//i.test(link) ? link : `https://${link}`;
  return URL.canParse(address) ? new URL(address).host : unreadableHost;
}
