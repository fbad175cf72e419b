/** What a holder is told about a certificate. */
export type CertificateNotice = 'ISSUE' | 'CORRECT' | 'REJECT_NAME' | 'REVOKE' | 'REPLACE';

interface NoticeFacts {
  title: string;
  holderName: string;
  /** Why it was revoked or replaced, or the name rejected; null otherwise. */
  reason: string | null;
}

/** Formats the message of a notice: one or two sentences that an SMS has room for. */
export function formatCertificateNotification(
  notice: CertificateNotice,
  { title, holderName, reason }: NoticeFacts,
): { subject: string; text: string } {
  switch (notice) {
    case 'ISSUE':
      return {
        subject: `Your certificate: ${title}`,
        text: `Your certificate “${title}” is ready. Its page shows everybody that it is valid, and has ways to share it.`,
      };
    case 'CORRECT':
      return {
        subject: `Name corrected: ${title}`,
        text: `Your certificate “${title}” now has the name ${holderName}. Its link stays the same.`,
      };
    case 'REJECT_NAME':
      return {
        subject: `Name not changed: ${title}`,
        text: `The name on your certificate “${title}” stays ${holderName}. Reason: ${reason ?? ''} You can ask again with the right spelling.`,
      };
    case 'REVOKE':
      return {
        subject: `Certificate revoked: ${title}`,
        text: `Your certificate “${title}” is revoked. Reason: ${reason ?? ''} If this is a mistake, reply to us.`,
      };
    case 'REPLACE':
      return {
        subject: `New certificate: ${title}`,
        text: `Your certificate “${title}” has taken the place of an earlier one. Reason: ${reason ?? ''} The old link leads to the new one.`,
      };
  }
}
