import { type Selectable, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { type OtpPurpose, otpPolicy } from '#lib/domain/auth/otp-policy.ts';
import type { Context } from '#lib/server/context.ts';
import { matchesCode } from '#lib/server/core/one-time-code.ts';
import { consume, peek, reset } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { OtpChallengeTable } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { maskPhone } from '#lib/server/log.ts';
import { onDevice, type PhoneOnDevice } from './known-device.ts';
import { isExpired, recordExpiredOtps } from './otp-expiry.ts';
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
export interface CheckedOtp extends PhoneOnDevice {
  otpId: string;
  userId: string;
}

/**
 * Checks an OTP and returns the person and the number it was sent to. The attempt is counted first and in a statement of its
 * own, so that parallel attempts share the five of the OTP and those of the number. A correct OTP stays usable until
 * `consumeOtp`, which runs in the caller's transaction. Throws `OTP_INVALID`, `OTP_EXPIRED`, `OTP_ALREADY_USED`,
 * `OTP_SUPERSEDED`, `OTP_ATTEMPTS_EXCEEDED` or `ACCOUNT_LOCKED`. [C-03, C-04, C-05]
 */
export async function checkOtp(context: Context, input: CheckOtpInput): Promise<CheckedOtp> {
  const { db, config, log } = context;
  await recordExpiredOtps(db);
  const challenge = isUuid(input.otpId) ? await consumeAttempt(db, input) : undefined;
  if (!challenge) throw await toOtpError(context, input);
  const device = onDevice(context, challenge.phoneE164);
  const { phoneE164 } = device;

  const locked = await consume(db, attemptLimits(device));
  if (locked) throw new HttpError('ACCOUNT_LOCKED', { retryAfter: locked.retryAfter, fields: ['otp'] });

  const isCorrect = matchesCode(
    config.secretKeys,
    { id: challenge.id, purpose: input.purpose, recipient: phoneE164 },
    challenge,
    input.otp,
  );
  if (isCorrect) return { otpId: challenge.id, userId: challenge.userId, ...device };

  log.info(
    { event: 'otp.wrong', purpose: input.purpose, phone: maskPhone(phoneE164), attempts: challenge.attempts },
    'wrong otp',
  );
  await countOtp(context, 'wrong');
  const attemptsRemaining = otpPolicy.attemptsPerCode - challenge.attempts;
  if (attemptsRemaining === 0) throw await attemptsExhausted(context, device, input.purpose);
  await requireUnlocked(db, device, ['otp']);
  throw new HttpError('OTP_INVALID', { fields: ['otp'], attemptsRemaining });
}

/**
 * Returns the error for an OTP without attempts left, with the seconds until the next one may be requested.
 * Throws `ACCOUNT_LOCKED`. [C-04, C-09, C-10]
 */
async function attemptsExhausted(
  { db }: Context,
  device: PhoneOnDevice,
  purpose: OtpPurpose,
): Promise<HttpError> {
  await requireUnlocked(db, device, ['otp']);
  const wait = await peek(db, waitLimits(device, purpose));
  return new HttpError('OTP_ATTEMPTS_EXCEEDED', {
    fields: ['otp'],
    attemptsRemaining: 0,
    ...(wait && { retryAfter: wait.retryAfter }),
  });
}

/**
 * Marks the OTP as used and resets the attempts among which it was counted: those on the known device, or those of all
 * other devices. Of parallel callers one succeeds, the others throw `OTP_ALREADY_USED`. [C-04, C-05]
 */
export async function consumeOtp(trx: Db, { otpId, ...device }: CheckedOtp): Promise<void> {
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
    attemptLimits(device).map((limit) => limit.key),
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
    .where(sql<boolean>`not ${isExpired}`)
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
        .select(['phoneE164', 'consumedAt', 'supersededAt', 'attempts', isExpired.as('isExpired')])
        .where(matchesChallenge(input))
        .executeTakeFirst()
    : undefined;
  if (!row) return new HttpError('OTP_INVALID', { fields });
  if (row.consumedAt) return new HttpError('OTP_ALREADY_USED', { fields });
  if (row.supersededAt) return new HttpError('OTP_SUPERSEDED', { fields });
  if (row.isExpired) return new HttpError('OTP_EXPIRED', { fields });
  if (row.attempts >= otpPolicy.attemptsPerCode)
    return attemptsExhausted(context, onDevice(context, row.phoneE164), input.purpose);
  return new HttpError('OTP_INVALID', { fields });
}
