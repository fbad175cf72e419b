import { sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { canCall, type DeliveryMedium, type OtpPurpose, otpPolicy } from '#lib/domain/auth/otp-policy.ts';
import type { Phone } from '#lib/server/account/phone.ts';
import type { Context } from '#lib/server/context.ts';
import { consume, peek, reset } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { maskPhone } from '#lib/server/log.ts';
import { DeliveryError, DeliveryPausedError, type Message } from '#lib/server/messages/index.ts';
import { isKnownDevice } from './known-device.ts';
import { generateCode, hashCode } from './otp-code.ts';
import {
  distinctPhonesLimit,
  requireUnlocked,
  resendLimits,
  type SendLimit,
  volumeLimits,
} from './otp-rate-limits.ts';
import { countOtp } from './otp-statistics.ts';

interface IssueOtpInput {
  purpose: OtpPurpose;
  userId: string;
  phone: Phone;
  medium: DeliveryMedium;
  resend: boolean;
  /** The form field at which the client shows an error. */
  field: string;
}

/**
 * Sends a new OTP, supersedes the person's older ones for the same purpose, and returns its id. The limits and the OTP are
 * committed before the provider is called: parallel requests send one message, and no transaction waits for a provider.
 * Throws `ACCOUNT_LOCKED`, `VOICE_NOT_AVAILABLE`, `OTP_RESEND_TOO_SOON`, `OTP_SEND_LIMIT`, `OTP_DELIVERY_PAUSED` or
 * `OTP_DELIVERY_FAILED`. [C-06, C-09 to C-13]
 */
export async function issueOtp(context: Context, input: IssueOtpInput): Promise<string> {
  const { db, log } = context;
  const { phone, purpose, medium } = input;
  await requireUnlocked(db, phone.e164, ['phone', 'otp']);
  const code = generateCode();
  const otpId = uuidv4();
  await insertChallenge(context, input, otpId, code);
  await sendOtp(context, input, code);
  log.info({ event: 'otp.sent', purpose, medium, phone: maskPhone(phone.e164) }, 'otp sent');
  await countOtp(context, 'sent');
  return otpId;
}

/** Stores the OTP and consumes the limits in one transaction. */
async function insertChallenge(
  { db, config, network, cookies }: Context,
  input: IssueOtpInput,
  otpId: string,
  code: string,
): Promise<void> {
  const { phone, purpose, medium, userId, field } = input;
  const volumes = volumeLimits({
    ...input,
    isKnownDevice: isKnownDevice(cookies, config, phone.e164),
    limits: config.limits,
  });
  await db.transaction().execute(async (trx) => {
    // Limits OTPs to one in 30 seconds. [C-09]
    await consumeSendLimits(trx, resendLimits({ phone, userId }), field);
    const resendCount = await supersedeOlderCodes(trx, input);
    if (medium === 'VOICE_CALL' && !canCall({ countryIsoCode: phone.countryIsoCode, resendCount }))
      throw new HttpError('VOICE_NOT_AVAILABLE', { fields: [field] });
    await consumeDistinctPhone(trx, network(), phone.e164, field);
    await consumeSendLimits(trx, volumes, field);
    await trx
      .insertInto('otpChallenge')
      .values({
        id: otpId,
        purpose,
        userId,
        phoneE164: phone.e164,
        medium,
        ...hashCode(config.secretKeys, { otpId, purpose, phoneE164: phone.e164 }, code),
        resendCount: input.resend ? resendCount + 1 : 0,
        // now() is the start of the transaction; the lifetime counts from its end. [C-02]
        expiresAt: sql<Date>`clock_timestamp() + make_interval(secs => ${otpPolicy.lifetimeSeconds})`,
      })
      .execute();
  });
}

/** Hands the message to the provider. Throws `OTP_DELIVERY_PAUSED` or `OTP_DELIVERY_FAILED`. */
async function sendOtp(
  { db, config, messages, log }: Context,
  { phone, medium, userId, field }: IssueOtpInput,
  code: string,
): Promise<void> {
  try {
    await messages.send(
      createOtpMessage({ phoneE164: phone.e164, medium, code, siteOrigin: config.siteOrigin }),
    );
  } catch (error) {
    if (!(error instanceof DeliveryError || error instanceof DeliveryPausedError)) throw error;
    // After a failed send the person may retry at once; the volume limits stay consumed. When the provider may have
    // accepted the message the 30 seconds stay too, or a second OTP would follow the first. [C-09, C-41]
    const intervals = resendLimits({ phone, userId });
    const isUncertain = error instanceof DeliveryError && error.isUncertain;
    const keys = intervals.map((limit) => limit.key);
    if (!isUncertain) await reset(db, keys);
    const wait = isUncertain ? await peek(db, intervals) : null;
    log.warn(
      { event: 'otp.delivery_failed', phone: maskPhone(phone.e164), medium, reason: error.message },
      'otp not delivered',
    );
    throw error instanceof DeliveryPausedError
      ? new HttpError('OTP_DELIVERY_PAUSED', { fields: [field], retryAfter: 30 })
      : new HttpError('OTP_DELIVERY_FAILED', {
          fields: [field],
          ...(wait && { retryAfter: wait.retryAfter }),
        });
  }
}

/** Supersedes the person's open OTP for the purpose; returns how often it was resent, or -1 when this starts a new chain. */
async function supersedeOlderCodes(trx: Db, { purpose, userId, phone }: IssueOtpInput): Promise<number> {
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

/** Counts a number once per hour and network. [C-12] */
async function consumeDistinctPhone(
  trx: Db,
  network: string,
  phoneE164: string,
  field: string,
): Promise<void> {
  const seen = await consume(trx, [
    { key: `otp:phone-of:${network}:${phoneE164}`, max: 1, windowSeconds: 3600 },
  ]);
  if (!seen) await consumeSendLimits(trx, [distinctPhonesLimit(network)], field);
}

async function consumeSendLimits(trx: Db, limits: readonly SendLimit[], field: string): Promise<void> {
  const exceeded = await consume(trx, limits);
  if (!exceeded) return;
  const { errorCode } = limits.find((limit) => limit.key === exceeded.key) as SendLimit;
  throw new HttpError(errorCode, {
    ...limitMessage(errorCode, exceeded.retryAfter),
    retryAfter: exceeded.retryAfter,
    fields: [field],
  });
}

function limitMessage(errorCode: ErrorCode, seconds: number): { message?: string } {
  if (errorCode === 'OTP_RESEND_TOO_SOON') return { message: `Please wait ${seconds} seconds` };
  if (errorCode === 'RATE_LIMITED') return { message: `Too many requests. Try again in ${seconds} s.` };
  return {};
}

interface OtpMessageInput {
  phoneE164: string;
  medium: DeliveryMedium;
  code: string;
  siteOrigin: string;
}

/**
 * Returns the message with the code; its text holds nothing that a person typed. The last line of the SMS binds the code to
 * our origin, so that browsers offer it on our pages only; a call says the code twice. [C-13, C-16]
 */
function createOtpMessage({ phoneE164, medium, code, siteOrigin }: OtpMessageInput): Message {
  const spoken = code.split('').join(', ');
  const text =
    medium === 'SMS'
      ? `${code} is your Liftoff OTP. It is valid for 5 minutes. Never share it with anyone.\n\n@${new URL(siteOrigin).hostname} #${code}`
      : `Hello from Liftoff. Your OTP is ${spoken}. Again, your OTP is ${spoken}.`;
  return { to: phoneE164, medium, text, code };
}
