import { type Selectable, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { type OtpPurpose, otpPolicy } from '#lib/domain/auth/otp-policy.ts';
import type { Context } from '#lib/server/context.ts';
import { consume, peek, reset } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { OtpChallengeTable } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { maskPhone } from '#lib/server/log.ts';
import { isKnownDevice } from './known-device.ts';
import { matchesCode } from './otp-code.ts';
import { attemptLimits, requireUnlocked, waitLimits } from './otp-rate-limits.ts';
import { countOtp } from './otp-statistics.ts';

interface CheckOtpInput {
  purpose: OtpPurpose;
  otpId: string;
  otp: string;
  /** The signed-in person, for a verification; another person's OTP gets the same error as an unknown id. [C-07] */
  userId?: string;
}

/** A correct OTP. */
export interface CheckedOtp {
  otpId: string;
  userId: string;
  phoneE164: string;
}

/**
 * Checks an OTP and returns the person and the number it was sent to. The attempt is counted first and in a statement of its
 * own, so that parallel attempts share the five of the OTP and the twenty of the number. A correct OTP stays usable until
 * `consumeOtp`, which runs in the caller's transaction. Throws `OTP_INVALID`, `OTP_EXPIRED`, `OTP_ALREADY_USED`,
 * `OTP_SUPERSEDED`, `OTP_ATTEMPTS_EXCEEDED` or `ACCOUNT_LOCKED`. [C-03, C-04, C-05]
 */
export async function checkOtp(context: Context, input: CheckOtpInput): Promise<CheckedOtp> {
  const { db, config, log } = context;
  const challenge = isUuid(input.otpId) ? await consumeAttempt(db, input) : undefined;
  if (!challenge) throw await toOtpError(context, input);
  const { phoneE164 } = challenge;

  const locked = await consume(db, attemptLimits(phoneE164));
  if (locked) throw new HttpError('ACCOUNT_LOCKED', { retryAfter: locked.retryAfter, fields: ['otp'] });

  const isCorrect = matchesCode(
    config.secretKeys,
    { otpId: challenge.id, purpose: input.purpose, phoneE164 },
    challenge,
    input.otp,
  );
  if (isCorrect) return { otpId: challenge.id, userId: challenge.userId, phoneE164 };

  log.info(
    { event: 'otp.wrong', purpose: input.purpose, phone: maskPhone(phoneE164), attempts: challenge.attempts },
    'wrong otp',
  );
  await countOtp(context, 'wrong');
  const attemptsRemaining = otpPolicy.attemptsPerCode - challenge.attempts;
  if (attemptsRemaining === 0) throw await attemptsExhausted(context, challenge);
  await requireUnlocked(db, phoneE164, ['otp']);
  throw new HttpError('OTP_INVALID', { fields: ['otp'], attemptsRemaining });
}

/**
 * Returns the error for an OTP without attempts left, with the seconds until the next one may be requested.
 * Throws `ACCOUNT_LOCKED`. [C-04, C-09, C-10]
 */
async function attemptsExhausted(
  { db, config, cookies }: Context,
  { phoneE164, userId }: Pick<CheckedOtp, 'phoneE164' | 'userId'>,
): Promise<HttpError> {
  await requireUnlocked(db, phoneE164, ['otp']);
  const limits = waitLimits({
    phone: { e164: phoneE164 },
    userId,
    isKnownDevice: isKnownDevice(cookies, config, phoneE164),
  });
  const wait = await peek(db, limits);
  return new HttpError('OTP_ATTEMPTS_EXCEEDED', {
    fields: ['otp'],
    attemptsRemaining: 0,
    ...(wait && { retryAfter: wait.retryAfter }),
  });
}

/**
 * Marks the OTP as used and resets the number's attempts. Of parallel callers one succeeds, the others throw
 * `OTP_ALREADY_USED`. [C-05]
 */
export async function consumeOtp(trx: Db, { otpId, phoneE164 }: CheckedOtp): Promise<void> {
  const used = await trx
    .updateTable('otpChallenge')
    .set({ consumedAt: sql<Date>`now()` })
    .where('id', '=', otpId)
    .where('consumedAt', 'is', null)
    .where('supersededAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw new HttpError('OTP_ALREADY_USED', { fields: ['otp'] });
  await reset(
    trx,
    attemptLimits(phoneE164).map((limit) => limit.key),
  );
}

const matchesChallenge = ({ otpId, purpose, userId }: CheckOtpInput) => sql<boolean>`
  id = ${otpId} and purpose = ${purpose} and ${userId === undefined ? sql`true` : sql`user_id = ${userId}`}`;

function consumeAttempt(db: Db, input: CheckOtpInput): Promise<Selectable<OtpChallengeTable> | undefined> {
  return db
    .updateTable('otpChallenge')
    .set({ attempts: sql<number>`attempts + 1` })
    .where(matchesChallenge(input))
    .where('consumedAt', 'is', null)
    .where('supersededAt', 'is', null)
    .where('attempts', '<', otpPolicy.attemptsPerCode)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Returns why the OTP accepts no attempt. An unknown id and another person's OTP get the same error. [C-07]
 */
async function toOtpError(context: Context, input: CheckOtpInput): Promise<HttpError> {
  const fields = ['otp'];
  const row = isUuid(input.otpId)
    ? await context.db
        .selectFrom('otpChallenge')
        .select([
          'phoneE164',
          'userId',
          'consumedAt',
          'supersededAt',
          'attempts',
          sql<number>`ceil(extract(epoch from expires_at - now()))::int`.as('secondsLeft'),
        ])
        .where(matchesChallenge(input))
        .executeTakeFirst()
    : undefined;
  if (!row) return new HttpError('OTP_INVALID', { fields });
  if (row.consumedAt) return new HttpError('OTP_ALREADY_USED', { fields });
  if (row.supersededAt) return new HttpError('OTP_SUPERSEDED', { fields });
  if (row.secondsLeft <= 0) return new HttpError('OTP_EXPIRED', { fields });
  if (row.attempts >= otpPolicy.attemptsPerCode) return attemptsExhausted(context, row);
  return new HttpError('OTP_INVALID', { fields });
}
