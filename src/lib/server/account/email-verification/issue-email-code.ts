import { sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import type { Context } from '#lib/server/context.ts';
import { normalizeMailbox } from '#lib/server/core/normalize-mailbox.ts';
import { generateCode, hashCode } from '#lib/server/core/one-time-code.ts';
import { consume, type RateLimit, type RateLimitExceeded } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { codeBinding, emailCodePolicy } from './email-code-policy.ts';
import { queueCodeEmail } from './email-messages.ts';

export type EmailCodeContext = Pick<Context, 'config' | 'messages'>;

interface IssueEmailCodeInput {
  userId: string;
  /** The address to prove, as it was typed. */
  email: string;
}

/**
 * Queues an email with a new code, which supersedes the person's older ones, in the caller's transaction. Sends nothing and
 * returns the limit where one is reached. Nothing here depends on whether the address has an account. [C-22, C-27]
 */
export async function issueEmailCode(
  trx: Db,
  { config, messages }: EmailCodeContext,
  { userId, email }: IssueEmailCodeInput,
): Promise<RateLimitExceeded | null> {
  for (const limit of sendLimits(userId, normalizeMailbox(email))) {
    const exceeded = await consume(trx, [limit]);
    if (exceeded) return exceeded;
  }
  await trx
    .updateTable('emailChallenge')
    .set({ supersededAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('consumedAt', 'is', null)
    .where('supersededAt', 'is', null)
    .execute();
  const id = uuidv4();
  const code = generateCode();
  const address = email.toLowerCase();
  await trx
    .insertInto('emailChallenge')
    .values({
      id,
      userId,
      email: address,
      ...hashCode(config.secretKeys, codeBinding(id, address), code),
      expiresAt: sql<Date>`now() + make_interval(hours => ${emailCodePolicy.lifetimeHours})`,
    })
    .execute();
  const { siteOrigin } = config;
  await queueCodeEmail({ trx, messages, config }, { challengeId: id, userId, to: email, code, siteOrigin });
  return null;
}

/**
 * Returns the limits of emails with a code, from the narrowest to the widest. One that is full counts nothing against the
 * wider ones, so nobody can use up the limits of an address without the mail reaching it. The first one is for an address
 * of a person, so that a corrected address gets its code at once.
 */
function sendLimits(userId: string, mailbox: string): RateLimit[] {
  const { perPersonHour, perPersonDay, perAddressHour, perAddressDay, resendSeconds } = emailCodePolicy;
  const key = 'email-code';
  return [
    { key: `${key}:interval:${mailbox}:${userId}`, max: 1, windowSeconds: resendSeconds },
    { key: `${key}:person:1h:${userId}`, max: perPersonHour, windowSeconds: hour },
    { key: `${key}:person:24h:${userId}`, max: perPersonDay, windowSeconds: 24 * hour },
    { key: `${key}:address:1h:${mailbox}`, max: perAddressHour, windowSeconds: hour },
    { key: `${key}:address:24h:${mailbox}`, max: perAddressDay, windowSeconds: 24 * hour },
  ];
}

const hour = 3600;
