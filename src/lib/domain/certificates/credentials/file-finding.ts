import { dayText } from '#lib/domain/core/time-text.ts';

/** What a check of a certificate's file found, in words. */

export type FileKind = 'PDF' | 'PNG' | 'JSON';

/** What our record says of the certificate that a file names. */
export interface CheckedCertificate {
  shortUuid: string;
  /** Null while the holder hides the certificate. */
  holderName: string | null;
  title: string;
  issuedOn: string;
  expiresOn: string | null;
  /** The day on which it was revoked, `2026-05-31`. */
  revokedOn: string | null;
  revocationReason: string | null;
  replacedByShortUuid: string | null;
}

/** Outcomes for a file that one of our keys has signed and that was not changed since. */
type GenuineOutcome = 'VALID' | 'EXPIRED' | 'REVOKED' | 'REPLACED' | 'CORRECTED' | 'HIDDEN';

export type FileFinding =
  | { outcome: GenuineOutcome; file: FileKind; certificate: CheckedCertificate }
  | { outcome: 'CHANGED' | 'NOT_SIGNED_BY_US' | 'NO_RECORD'; file: FileKind }
  /** `issuer` is the host that the file names, or null. */
  | { outcome: 'FOREIGN'; file: FileKind; issuer: string | null }
  | { outcome: 'NO_CREDENTIAL' | 'SEVERAL' | 'LOCKED' | 'UNREADABLE'; file: FileKind | null };

export interface FindingText {
  tone: 'good' | 'warning' | 'bad' | 'unknown';
  title: string;
  text: string;
  /** What the check could not find out, a sentence each. */
  limits: string[];
}

const fileNames: Record<FileKind, string> = { PDF: 'PDF', PNG: 'picture', JSON: 'file' };

/** Says what was found, and what the check could not know. */
export function describeFinding(finding: FileFinding): FindingText {
  return 'certificate' in finding ? describeGenuine(finding) : describeOther(finding);
}

function describeGenuine({
  outcome,
  file,
  certificate,
}: Extract<FileFinding, { certificate: object }>): FindingText {
  const { holderName, issuedOn, expiresOn, revokedOn } = certificate;
  const signed = 'Liftoff signed this file, and nothing in it was changed.';
  const issued = `Issued on ${dayText(issuedOn)}`;
  const limits = [
    `We do not know who gave you the file. Ask for a photo identity card${holderName ? ` of ${holderName}` : ''}.`,
    ...(file === 'JSON'
      ? []
      : [
          `We checked the data inside the ${fileNames[file]}, not what it shows. Compare it with the certificate’s page.`,
        ]),
  ];
  const texts: Record<GenuineOutcome, Omit<FindingText, 'limits'>> = {
    VALID: {
      ...{ tone: 'good', title: 'This certificate is valid' },
      text: `${signed} ${issued}${expiresOn ? `, valid until ${dayText(expiresOn)}` : ''}.`,
    },
    EXPIRED: {
      ...{ tone: 'warning', title: 'This certificate has expired' },
      text: `${signed} ${issued}. It was valid until ${dayText(expiresOn ?? issuedOn)}.`,
    },
    REVOKED: {
      ...{ tone: 'bad', title: 'This certificate is revoked' },
      text: `Liftoff signed this file, and revoked the certificate${revokedOn ? ` on ${dayText(revokedOn)}` : ''}. It is not valid any more.`,
    },
    REPLACED: {
      ...{ tone: 'warning', title: 'This certificate is replaced' },
      text: 'Liftoff signed this file. A newer certificate has taken its place.',
    },
    CORRECTED: {
      ...{ tone: 'warning', title: 'This file is from before a correction' },
      text: 'Liftoff signed this file, and has corrected the certificate since. Its page shows the present text.',
    },
    HIDDEN: {
      ...{ tone: 'unknown', title: 'The holder has hidden this certificate' },
      text: `${signed} While the certificate is hidden, we do not say whether it is valid. Ask the holder to show it again.`,
    },
  };
  return { ...texts[outcome], limits };
}

function describeOther(finding: Exclude<FileFinding, { certificate: object }>): FindingText {
  switch (finding.outcome) {
    case 'CHANGED':
      return {
        ...{ tone: 'bad', title: 'This file was changed' },
        text: 'It names Liftoff as the issuer, but it is not what Liftoff signed. Do not rely on it.',
        limits: [
          'We do not know what was changed, by whom or when. The certificate’s page shows the true text.',
        ],
      };
    case 'NOT_SIGNED_BY_US':
      return {
        ...{ tone: 'bad', title: 'Liftoff did not sign this file' },
        text: 'It names Liftoff as the issuer, but the signature is not ours. Do not rely on it.',
        limits: ['We do not know who made it.'],
      };
    case 'NO_RECORD':
      return {
        ...{ tone: 'unknown', title: 'We have no record of this certificate' },
        text: 'The file has our signature, but we have no certificate with its id. Write to us before you rely on it.',
        limits: ['We do not know whether the certificate was withdrawn before it was sent out.'],
      };
    case 'FOREIGN':
      return {
        ...{ tone: 'unknown', title: 'We can only check certificates of Liftoff' },
        text: `${finding.issuer ? `This file names ${finding.issuer} as its issuer.` : 'This file names another issuer.'} Ask that issuer whether it is genuine.`,
        limits: ['We do not know whether it is genuine: we do not open addresses of other sites.'],
      };
    case 'NO_CREDENTIAL':
      return {
        ...{ tone: 'unknown', title: 'There is no certificate data in this file' },
        text: 'It may be a scan or a screenshot, or another program saved it again. Ask for the file as it was downloaded from Liftoff.',
        limits: ['We do not know whether what it shows is true. Check the id that is printed on it.'],
      };
    case 'SEVERAL':
      return {
        ...{ tone: 'unknown', title: 'There are several certificates in this file' },
        text: 'A file from Liftoff has one. Ask for the file as it was downloaded from Liftoff.',
        limits: ['We checked none of them.'],
      };
    case 'LOCKED':
      return {
        ...{ tone: 'unknown', title: 'This PDF is locked with a password' },
        text: 'Liftoff does not lock its files. Ask for the file as it was downloaded from Liftoff.',
        limits: ['We do not know what is in it. Check the id that is printed on it.'],
      };
    case 'UNREADABLE':
      return {
        ...{ tone: 'unknown', title: 'We cannot read this file' },
        text: 'Choose the PDF, the PNG picture or the JSON file of a certificate, as it was downloaded from Liftoff.',
        limits: ['We do not know what is in it.'],
      };
  }
}
