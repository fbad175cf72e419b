import { v7 as uuidv7 } from 'uuid';
import { consume } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { Messages } from '#lib/server/messages/index.ts';

/** Each change mails an address that nobody has proven: a person may correct theirs, not write to the world's. */
const changes = { max: 5, windowSeconds: 86_400 };

/**
 * Tells the old address that the account left it, in case that was not its owner; part of the transaction that
 * changes it. An account that has not proven its number owns no address, so nobody is told.
 * @throws HttpError RATE_LIMITED
 */
export async function tellOldEmail(
  { trx, messages }: { trx: Db; messages: Messages },
  before: Pick<UserRow, 'id' | 'email' | 'phoneVerifiedAt'>,
  email: string,
): Promise<void> {
  if (!before.phoneVerifiedAt || before.email.toLowerCase() === email.toLowerCase()) return;
  const refusal = await consume(trx, [{ key: `email-change:${before.id}`, ...changes }]);
  if (refusal)
    throw new HttpError('RATE_LIMITED', {
      message: 'You changed your email address too often today. Try again later.',
      retryAfter: refusal.retryAfter,
      fields: ['email'],
    });
  // No word that a person typed: whoever has this address may not know them.
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
