import { consume } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { emailRecipientOf, isSameEmail, unverifiedEmailOf } from '../email-recipient.ts';
import { queueChangeRequestedEmail } from './email-messages.ts';
import { type EmailCodeContext, issueEmailCode } from './issue-email-code.ts';

type EmailOwner = Pick<UserRow, 'id' | 'email' | 'emailVerifiedAt' | 'pendingEmail' | 'phoneVerifiedAt'>;

/** The current address learns of the first change within a day, so that nobody can fill its mailbox. */
const noticeLimit = { max: 1, windowSeconds: 86_400 };

/**
 * Returns the columns that the new email changes, and queues its code and the notice to a verified current email, in the
 * caller's transaction. A verified email stays until the new one is verified. Whether another account has the address makes
 * no difference. An account with an unverified number gets its code after that number. [C-22, C-23, C-27]
 */
export async function changeEmail(
  trx: Db,
  context: EmailCodeContext,
  before: EmailOwner,
  email: string,
): Promise<{ email: string } | { pendingEmail: string | null; email?: string }> {
  const current = emailRecipientOf(before);
  if (current && isSameEmail(current, email)) return { email, pendingEmail: null };
  const changes = current ? { pendingEmail: email } : { email };
  const isRepeat = isSameEmail(unverifiedEmailOf(before) ?? '', email);
  if (isRepeat || !before.phoneVerifiedAt) return changes;
  // Where a limit is reached, the person asks for the code later, on the page that takes it.
  await issueEmailCode(trx, context, { userId: before.id, email });
  if (current) {
    const exceeded = await consume(trx, [{ key: `email-change-notice:${before.id}`, ...noticeLimit }]);
    if (!exceeded) await queueChangeRequestedEmail({ trx, ...context }, current, before.id);
  }
  return changes;
}
