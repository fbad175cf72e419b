import { type Selectable, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { type OtpPurpose, otpPolicy } from '#lib/domain/auth/otp-policy.ts';
import type { Context } from '#lib/server/context.ts';
import { consume, peek, reset } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { OtpChallengeTable } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { maskPhone } from '#lib/server/log.ts';
import { matchesCode } from './code.ts';
import { isKnownDevice } from './known-device.ts';
import { guessLimits, waitLimits } from './limits.ts';
import { refuseLocked } from './lock.ts';
import { countOtp } from './statistics.ts';

interface Proof {
  purpose: OtpPurpose;
  otpId: string;
  otp: string;
  /** For a verification: whose session asks. A code of another person is as unknown as one that never was (C-07). */
  userId?: string;
}

/** What a right code proved. */
export interface ProvenOtp {
  otpId: string;
  userId: string;
  phoneE164: string;
}

/**
 * Judges a code. The guess is spent first, in a statement of its own, so that parallel guesses share the
 * five (C-03) and the number's twenty (C-04). A right code is not used up yet: `consumeOtp` does that in the
 * transaction that grants what it proves (C-05).
 * @throws HttpError OTP_INVALID, OTP_EXPIRED, OTP_ALREADY_USED, OTP_SUPERSEDED, OTP_ATTEMPTS_EXCEEDED, ACCOUNT_LOCKED
 */
export async function checkOtp(context: Context, proof: Proof): Promise<ProvenOtp> {
  const { db, config, log } = context;
  const challenge = isUuid(proof.otpId) ? await spendGuess(db, proof) : undefined;
  if (!challenge) throw await refusal(context, proof);
  const { phoneE164 } = challenge;

  const locked = await consume(db, guessLimits(phoneE164));
  if (locked) throw new HttpError('ACCOUNT_LOCKED', { retryAfter: locked.retryAfter, fields: ['otp'] });

  const right = matchesCode(
    config.secretKeys,
    { otpId: challenge.id, purpose: proof.purpose, phoneE164 },
    challenge,
    proof.otp,
  );
  if (right) return { otpId: challenge.id, userId: challenge.userId, phoneE164 };

  log.info(
    { event: 'otp.wrong', purpose: proof.purpose, phone: maskPhone(phoneE164), attempts: challenge.attempts },
    'wrong otp',
  );
  await countOtp(context, 'wrong');
  const attemptsRemaining = otpPolicy.guessesPerCode - challenge.attempts;
  if (attemptsRemaining === 0) throw await guessesSpent(context, challenge);
  await refuseLocked(db, phoneE164, ['otp']);
  throw new HttpError('OTP_INVALID', { fields: ['otp'], attemptsRemaining });
}

/**
 * Only another code helps, and how long until it may be asked for is known (C-04, C-09, C-10).
 * @throws HttpError ACCOUNT_LOCKED
 */
async function guessesSpent(
  { db, config, cookies }: Context,
  { phoneE164, userId }: Pick<ProvenOtp, 'phoneE164' | 'userId'>,
): Promise<HttpError> {
  await refuseLocked(db, phoneE164, ['otp']);
  const known = isKnownDevice(cookies, config, phoneE164);
  const wait = await peek(db, waitLimits({ phone: { e164: phoneE164 }, userId, isKnownDevice: known }));
  return new HttpError('OTP_ATTEMPTS_EXCEEDED', {
    fields: ['otp'],
    attemptsRemaining: 0,
    ...(wait && { retryAfter: wait.retryAfter }),
  });
}

/**
 * Uses the code up; of parallel callers one succeeds (C-05).
 * @throws HttpError OTP_ALREADY_USED
 */
export async function consumeOtp(trx: Db, { otpId, phoneE164 }: ProvenOtp): Promise<void> {
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
    guessLimits(phoneE164).map((limit) => limit.key),
  );
}

const ofProof = ({ otpId, purpose, userId }: Proof) => sql<boolean>`
  id = ${otpId} and purpose = ${purpose} and ${userId === undefined ? sql`true` : sql`user_id = ${userId}`}`;

function spendGuess(db: Db, proof: Proof): Promise<Selectable<OtpChallengeTable> | undefined> {
  return db
    .updateTable('otpChallenge')
    .set({ attempts: sql<number>`attempts + 1` })
    .where(ofProof(proof))
    .where('consumedAt', 'is', null)
    .where('supersededAt', 'is', null)
    .where('attempts', '<', otpPolicy.guessesPerCode)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
}

/** Why no guess could be spent; looked up only to choose the sentence. Unknown and foreign answer alike. */
async function refusal(context: Context, proof: Proof): Promise<HttpError> {
  const fields = ['otp'];
  const row = isUuid(proof.otpId)
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
        .where(ofProof(proof))
        .executeTakeFirst()
    : undefined;
  if (!row) return new HttpError('OTP_INVALID', { fields });
  if (row.consumedAt) return new HttpError('OTP_ALREADY_USED', { fields });
  if (row.supersededAt) return new HttpError('OTP_SUPERSEDED', { fields });
  if (row.secondsLeft <= 0) return new HttpError('OTP_EXPIRED', { fields });
  if (row.attempts >= otpPolicy.guessesPerCode) return guessesSpent(context, row);
  return new HttpError('OTP_INVALID', { fields });
}
