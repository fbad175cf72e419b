import {
  type CertificateNotice,
  formatCertificateNotification,
} from '#lib/domain/certificates/certificate-notifications.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { requireCertificateRow } from './certificate-rows.ts';
import { certificatePath } from './present-certificate.ts';

interface HolderNotice {
  certificateId: string;
  notice: CertificateNotice;
  reason?: string | null;
  /** Identifies the change, so that it is sent once. */
  key: string;
}

/** Queues the message to the holder: to the account, or without one to the email and number of the issue. [C-22, C-41] */
export async function notifyHolder(
  work: UnitOfWork,
  { certificateId, notice, reason = null, key }: HolderNotice,
): Promise<void> {
  const row = await requireCertificateRow(work.trx, certificateId);
  const { subject, text } = formatCertificateNotification(notice, { ...row, reason });
  const { siteOrigin } = work.config;
  const href = `${siteOrigin}${certificatePath(row.shortUuid)}`;
  const person = row.userId
    ? await work.trx.selectFrom('appUser').selectAll().where('id', '=', row.userId).executeTakeFirst()
    : undefined;
  await notify(work, {
    sender: 'certificate-notice',
    recipient: person
      ? { person }
      : { address: { userId: null, email: row.holderEmail, phone: row.holderPhone } },
    text,
    href,
    email: {
      subject,
      body: {
        title: subject,
        paragraphs: [`Hello ${person?.firstName ?? row.holderName},`, text],
        links: [{ label: 'See the certificate', href }],
        footnote: `You get this email because your name is on a certificate of ${new URL(siteOrigin).host}.`,
      },
    },
    dedupeKey: `certificate:${key}`,
  });
}
