import { sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { type DeliveryMedium, mayCall, type OtpPurpose, otpPolicy } from '#lib/domain/auth/otp-policy.ts';
import type { Phone } from '#lib/server/account/phone.ts';
import type { Context } from '#lib/server/context.ts';
import { consume, peek, reset } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { maskPhone } from '#lib/server/log.ts';
import { DeliveryError, DeliveryPausedError } from '#lib/server/messages/index.ts';
import { hashCode, newCode } from './code.ts';
import { isKnownDevice } from './known-device.ts';
import { distinctPhonesLimit, intervalLimits, type SendLimit, volumeLimits } from './limits.ts';
import { refuseLocked } from './lock.ts';
import { otpMessage } from './message.ts';
import { countOtp } from './statistics.ts';

interface Wanted {
  purpose: OtpPurpose;
  userId: string;
  phone: Phone;
  medium: DeliveryMedium;
  resend: boolean;
  /** The form's field at which a refusal is shown. */
  field: string;
}

/**
 * Sends a new code; the older ones of this person and purpose end with it (C-06).
 * Every limit and the challenge are committed before the provider is called, so parallel requests send once,
 * and no connection waits for a provider (C-09 to C-13).
 * @returns the challenge's id
 * @throws HttpError ACCOUNT_LOCKED, VOICE_NOT_AVAILABLE, OTP_RESEND_TOO_SOON, OTP_SEND_LIMIT,
 *   OTP_DELIVERY_PAUSED, OTP_DELIVERY_FAILED
 */
export async function issueOtp(context: Context, wanted: Wanted): Promise<string> {
  const { db, config, messages, log, network, cookies } = context;
  const { phone, purpose, medium } = wanted;
  await refuseLocked(db, phone.e164, ['phone', 'otp']);

  const code = newCode();
  const otpId = uuidv4();
  const sealed = hashCode(config.secretKeys, { otpId, purpose, phoneE164: phone.e164 }, code);
  const intervals = intervalLimits({ phone, userId: wanted.userId });
  const volumes = volumeLimits({
    ...wanted,
    isKnownDevice: isKnownDevice(cookies, config, phone.e164),
    limits: config.limits,
  });

  await db.transaction().execute(async (trx) => {
    await spend(trx, intervals, wanted.field);
    const resendCount = await endOlderCodes(trx, wanted);
    if (medium === 'VOICE_CALL' && !mayCall({ countryIsoCode: phone.countryIsoCode, resendCount }))
      throw new HttpError('VOICE_NOT_AVAILABLE', { fields: [wanted.field] });
    await spendDistinctPhone(trx, network(), phone.e164, wanted.field);
    await spend(trx, volumes, wanted.field);
    await trx
      .insertInto('otpChallenge')
      .values({
        id: otpId,
        purpose,
        userId: wanted.userId,
        phoneE164: phone.e164,
        medium,
        ...sealed,
        resendCount: wanted.resend ? resendCount + 1 : 0,
        // Not now(): that is when the transaction began, and the lifetime counts from its end (C-02).
        expiresAt: sql<Date>`clock_timestamp() + make_interval(secs => ${otpPolicy.lifetimeSeconds})`,
      })
      .execute();
  });

  try {
    await messages.send(otpMessage({ phoneE164: phone.e164, medium, code, siteOrigin: config.siteOrigin }));
  } catch (error) {
    if (!(error instanceof DeliveryError || error instanceof DeliveryPausedError)) throw error;
    // Nobody waits half a minute for a code that was never sent; the volume counters stay spent. Where the provider
    // may have taken it, the half minute stands: a second code would follow the first (C-09, C-41).
    const isUncertain = error instanceof DeliveryError && error.isUncertain;
    const keys = intervals.map((limit) => limit.key);
    if (!isUncertain) await reset(db, keys);
    const wait = isUncertain ? await peek(db, intervals) : null;
    log.warn(
      { event: 'otp.delivery_failed', phone: maskPhone(phone.e164), medium, reason: error.message },
      'otp not delivered',
    );
    throw error instanceof DeliveryPausedError
      ? new HttpError('OTP_DELIVERY_PAUSED', { fields: [wanted.field], retryAfter: 30 })
      : new HttpError('OTP_DELIVERY_FAILED', {
          fields: [wanted.field],
          ...(wait && { retryAfter: wait.retryAfter }),
        });
  }
  log.info({ event: 'otp.sent', purpose, medium, phone: maskPhone(phone.e164) }, 'otp sent');
  await countOtp(context, 'sent');
  return otpId;
}

/** Supersedes what this person still had open for the purpose and tells how far along the chain it was. */
async function endOlderCodes(trx: Db, { purpose, userId, phone }: Wanted): Promise<number> {
  const older = await trx
    .updateTable('otpChallenge')
    .set({ supersededAt: sql<Date>`now()` })
    .where('purpose', '=', purpose)
    .where('userId', '=', userId)
    .where('consumedAt', 'is', null)
    .where('supersededAt', 'is', null)
    .returning([
      'resendCount',
      'phoneE164',
      sql<boolean>`created_at > now() - interval '15 minutes'`.as('isRecent'),
    ])
    .executeTakeFirst();
  return older?.isRecent && older.phoneE164 === phone.e164 ? older.resendCount : -1;
}

/** A number that this network asked for within the hour is not counted again (C-12). */
async function spendDistinctPhone(trx: Db, network: string, phoneE164: string, field: string): Promise<void> {
  const seen = await consume(trx, [
    { key: `otp:phone-of:${network}:${phoneE164}`, max: 1, windowSeconds: 3600 },
  ]);
  if (!seen) await spend(trx, [distinctPhonesLimit(network)], field);
}

async function spend(trx: Db, limits: readonly SendLimit[], field: string): Promise<void> {
  const refusal = await consume(trx, limits);
  if (!refusal) return;
  const { errorCode } = limits.find((limit) => limit.key === refusal.key) as SendLimit;
  throw new HttpError(errorCode, {
    ...sentence(errorCode, refusal.retryAfter),
    retryAfter: refusal.retryAfter,
    fields: [field],
  });
}

function sentence(errorCode: ErrorCode, seconds: number): { message?: string } {
  if (errorCode === 'OTP_RESEND_TOO_SOON') return { message: `Please wait ${seconds} seconds` };
  if (errorCode === 'RATE_LIMITED') return { message: `Too many requests. Try again in ${seconds} s.` };
  return {};
}
