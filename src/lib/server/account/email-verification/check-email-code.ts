import { type Selectable, sql } from 'kysely';
import type { Context } from '#lib/server/context.ts';
import { matchesCode } from '#lib/server/core/one-time-code.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { EmailChallengeTable } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { codeBinding, emailCodePolicy } from './email-code-policy.ts';

type Challenge = Selectable<EmailChallengeTable>;

/** A code is only looked up by its person and address, so a code of somebody else is an unknown one. [C-07] */
interface CodeOwner {
  userId: string;
  /** The address to prove, in lower case. */
  email: string;
}

const fields = ['code'];

/** A code that is created in the future is no valid one: the clock has gone back, so its age is unknown. [C-02] */
const isCurrent = sql<boolean>`(expires_at > now() and created_at <= now())`;

/**
 * Checks a code and returns its id. The attempt is counted first and in a statement of its own, so that parallel attempts
 * share the five of the code. A correct code stays usable until `consumeEmailCode`, which runs in the caller's transaction.
 * Throws `OTP_INVALID`, `OTP_EXPIRED` or `OTP_ATTEMPTS_EXCEEDED`. [C-03]
 */
export async function checkEmailCode(
  { db, config, log }: Pick<Context, 'db' | 'config' | 'log'>,
  owner: CodeOwner,
  code: string,
): Promise<string> {
  await endExpiredEmailCodes(db);
  const challenge = await consumeAttempt(db, owner);
  if (!challenge) throw await toCodeError(db, owner);
  const { id, email, attempts } = challenge;
  if (matchesCode(config.secretKeys, codeBinding(id, email), challenge, code)) return id;
  log.info({ event: 'email_code.wrong', userId: owner.userId, attempts }, 'wrong email code');
  if (attempts >= emailCodePolicy.attemptsPerCode) throw attemptsExceeded();
  throw new HttpError('OTP_INVALID', {
    message: 'That code is not right. Use the code from our newest email.',
    fields,
    attemptsRemaining: emailCodePolicy.attemptsPerCode - attempts,
  });
}

/**
 * Ends every code whose time is over, so that a clock that goes back later does not revive it. It runs before each check and
 * every minute. [C-02]
 */
export async function endExpiredEmailCodes(db: Db): Promise<void> {
  await db
    .updateTable('emailChallenge')
    .set({ supersededAt: sql<Date>`now()` })
    .where('expiresAt', '<=', sql<Date>`now()`)
    .where('consumedAt', 'is', null)
    .where('supersededAt', 'is', null)
    .execute();
}

/** Marks the code as used. Of parallel callers one succeeds, the others throw `OTP_ALREADY_USED`. [C-05] */
export async function consumeEmailCode(trx: Db, id: string): Promise<void> {
  const used = await trx
    .updateTable('emailChallenge')
    .set({ consumedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('consumedAt', 'is', null)
    .where('supersededAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw new HttpError('OTP_ALREADY_USED', { message: 'You have used this code already', fields });
}

/** Returns whether the person has a code for the address that can still be entered. */
export async function hasUsableEmailCode(db: Db, owner: CodeOwner): Promise<boolean> {
  const row = await selectUnusedCode(db, owner)
    .where('attempts', '<', emailCodePolicy.attemptsPerCode)
    .where(isCurrent)
    .executeTakeFirst();
  return row !== undefined;
}

function consumeAttempt(db: Db, { userId, email }: CodeOwner): Promise<Challenge | undefined> {
  return db
    .updateTable('emailChallenge')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('userId', '=', userId)
    .where('email', '=', email)
    .where('consumedAt', 'is', null)
    .where('supersededAt', 'is', null)
    .where('attempts', '<', emailCodePolicy.attemptsPerCode)
    .where(isCurrent)
    .returningAll()
    .executeTakeFirst();
}

/** Returns why no code accepts the attempt. */
async function toCodeError(db: Db, owner: CodeOwner): Promise<HttpError> {
  const row = await selectUnusedCode(db, owner).executeTakeFirst();
  if (row && row.attempts >= emailCodePolicy.attemptsPerCode) return attemptsExceeded();
  return new HttpError('OTP_EXPIRED', { message: 'This code has expired. Send a new code.', fields });
}

const selectUnusedCode = (db: Db, { userId, email }: CodeOwner) =>
  db
    .selectFrom('emailChallenge')
    .select('attempts')
    .where('userId', '=', userId)
    .where('email', '=', email)
    .where('consumedAt', 'is', null)
    .where('supersededAt', 'is', null);

const attemptsExceeded = () =>
  new HttpError('OTP_ATTEMPTS_EXCEEDED', {
    message: 'Too many wrong codes. Send a new code.',
    fields,
    attemptsRemaining: 0,
  });
