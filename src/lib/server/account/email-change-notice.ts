import { v7 as uuidv7 } from 'uuid';
import { consume } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { Messages } from '#lib/server/messages/index.ts';

/** Every change sends an email to an unverified address, so the limit prevents misuse to email strangers. */
const emailChangeLimit = { max: 5, windowSeconds: 86_400 };

/**
 * Queues an email to the old address, in case the change was not made by its owner; runs in the transaction that changes
 * the address. Sends nothing for an account with an unverified number, which owns no address. Throws `RATE_LIMITED`.
 * [C-23]
 */
export async function notifyOldEmail(
  { trx, messages }: { trx: Db; messages: Messages },
  before: Pick<UserRow, 'id' | 'email' | 'phoneVerifiedAt'>,
  email: string,
): Promise<void> {
  if (!before.phoneVerifiedAt || before.email.toLowerCase() === email.toLowerCase()) return;
  const exceeded = await consume(trx, [{ key: `email-change:${before.id}`, ...emailChangeLimit }]);
  if (exceeded)
    throw new HttpError('RATE_LIMITED', {
      message: 'You changed your email address too often today. Try again later.',
      retryAfter: exceeded.retryAfter,
      fields: ['email'],
    });
  // The text contains nothing that a person typed, because the address may belong to somebody who does not
  // know them.
  const text =
    'Hello,\n\nThe email address of your Liftoff account was changed from this one to another. ' +
    'If this was not you, write to support at once.\n\nLiftoff\n';
  await messages.queue(trx, {
    to: before.email,
    medium: 'EMAIL',
    subject: 'Your email address was changed',
    text,
    dedupeKey: `email-changed:${uuidv7()}`,
  });
}
