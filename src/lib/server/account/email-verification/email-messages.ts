import { v7 as uuidv7 } from 'uuid';
import { getCompany } from '#lib/server/catalog/content/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { notify } from '../notifications/notify.ts';

/** The address of the form that takes the code. */
export const verifyEmailPath = '/account/verify-email/';

interface CodeEmailInput {
  challengeId: string;
  userId: string;
  to: string;
  code: string;
  siteOrigin: string;
}

/**
 * Queues the email with the code. It contains nothing that a person typed, because the address may belong to somebody who
 * does not know them. The link only fills in the form: a mail program that opens it proves nothing. [C-22]
 */
export async function queueCodeEmail(
  work: UnitOfWork,
  { challengeId, userId, to, code, siteOrigin }: CodeEmailInput,
): Promise<void> {
  const host = new URL(siteOrigin).host;
  const template = {
    title: 'Confirm your email',
    paragraphs: [
      'Hello,',
      `Your code is ${code}. It is valid for 24 hours.`,
      `Enter it at ${host} to confirm that this email is yours.`,
    ],
    links: [{ label: 'Enter the code', href: `${siteOrigin}${verifyEmailPath}?code=${code}` }],
    footnote: `You get this email because somebody entered this address at ${host}. If it was not you, ignore it and share the code with nobody. Until it is confirmed, we send no other messages of this account to it.`,
  };
  await notify(work, {
    sender: 'email-code',
    recipient: { address: { userId, email: to } },
    text: template.title,
    email: { subject: template.title, body: template, code },
    dedupeKey: `email-code:${challengeId}`,
  });
}

/** Queues the email to the current address about a change that waits for the new address to be verified. [C-23] */
export const queueChangeRequestedEmail = (work: UnitOfWork, to: string, userId: string): Promise<void> =>
  queueNotice(
    work,
    { userId, email: to },
    {
      sender: 'email-change-requested',
      subject: 'A new email was entered for your account',
      sentence:
        'A new email was entered for your Liftoff account. ' +
        'This one stays in use until the new one is confirmed.',
    },
  );

/** Queues the email to the former address after the change. [C-23] */
export const queueEmailChangedEmail = (work: UnitOfWork, to: string, userId: string): Promise<void> =>
  queueNotice(
    work,
    { userId, email: to },
    {
      sender: 'email-changed',
      subject: 'Your email was changed',
      sentence: 'The email of your Liftoff account was changed from this one to another.',
    },
  );

interface Notice {
  sender: 'email-change-requested' | 'email-changed';
  subject: string;
  sentence: string;
}

async function queueNotice(
  work: UnitOfWork,
  address: { userId: string; email: string },
  { sender, subject, sentence }: Notice,
): Promise<void> {
  const text = `${sentence} If this was not you, write to ${getCompany().email} at once.`;
  await notify(work, {
    sender,
    recipient: { address },
    text,
    email: { subject, body: `Hello,\n\n${text}\n\nLiftoff\n` },
    dedupeKey: `${sender}:${uuidv7()}`,
  });
}
