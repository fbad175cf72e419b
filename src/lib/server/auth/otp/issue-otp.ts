import { sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import { canCall, type DeliveryMedium, type OtpPurpose, otpPolicy } from '#lib/domain/auth/otp-policy.ts';
import type { Phone } from '#lib/server/account/phone.ts';
import type { Context } from '#lib/server/context.ts';
import { generateCode, hashCode } from '#lib/server/core/one-time-code.ts';
import { consume, peek, reset } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { maskPhone } from '#lib/server/log.ts';
import { DeliveryError, DeliveryPausedError, type Message } from '#lib/server/messages/index.ts';
import { onDevice, type PhoneOnDevice } from './known-device.ts';
import { recordExpiredOtps } from './otp-expiry.ts';
import {
  distinctPhonesLimits,
  requireUnlocked,
  resendLimit,
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
  const device = onDevice(context, phone.e164);
  await requireUnlocked(db, device, ['phone', 'otp']);
  await recordExpiredOtps(db);
  const code = generateCode();
  const otpId = uuidv4();
  await insertChallenge(context, input, device, { otpId, code });
  await sendOtp(context, input, resendLimit(device, purpose), code);
  log.info({ event: 'otp.sent', purpose, medium, phone: maskPhone(phone.e164) }, 'otp sent');
  await countOtp(context, 'sent');
  return otpId;
}

/** Stores the OTP and consumes the limits in one transaction. */
async function insertChallenge(
  { db, config }: Context,
  input: IssueOtpInput,
  device: PhoneOnDevice,
  { otpId, code }: { otpId: string; code: string },
): Promise<void> {
  const { phone, purpose, medium, userId, field } = input;
  const { isKnownDevice } = device;
  await db.transaction().execute(async (trx) => {
    // Limits OTPs to one in 30 seconds. [C-09]
    await consumeSendLimits(trx, [resendLimit(device, purpose)], field);
    const resendCount = await supersedeOlderCodes(trx, input, isKnownDevice);
    if (medium === 'VOICE_CALL' && !canCall({ countryIsoCode: phone.countryIsoCode, resendCount }))
      throw new HttpError('VOICE_NOT_AVAILABLE', { fields: [field] });
    if (purpose === 'PHONE_VERIFICATION') await consumeDistinctPhones(trx, userId, phone.e164, field);
    await consumeSendLimits(trx, volumeLimits({ ...input, ...device, limits: config.limits }), field);
    await trx
      .insertInto('otpChallenge')
      .values({
        id: otpId,
        purpose,
        userId,
        isKnownDevice,
        phoneE164: phone.e164,
        medium,
        ...hashCode(config.secretKeys, { id: otpId, purpose, recipient: phone.e164 }, code),
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
  { phone, medium, field }: IssueOtpInput,
  interval: SendLimit,
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
    const isUncertain = error instanceof DeliveryError && error.isUncertain;
    if (!isUncertain) await reset(db, [interval.key]);
    const wait = isUncertain ? await peek(db, [interval]) : null;
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

/**
 * Supersedes the person's open OTP for the purpose; returns how often it was resent, or -1 when this starts a new chain. An
 * OTP that was requested on a known device is superseded only from there, so that a stranger who requests one does not
 * invalidate the owner's. [C-04, C-06]
 */
async function supersedeOlderCodes(
  trx: Db,
  { purpose, userId, phone }: IssueOtpInput,
  isKnownDevice: boolean,
): Promise<number> {
  const superseded = await trx
    .updateTable('otpChallenge')
    .set({ supersededAt: sql<Date>`now()` })
    .where('purpose', '=', purpose)
    .where('userId', '=', userId)
    .where('consumedAt', 'is', null)
    .where('supersededAt', 'is', null)
    .$if(!isKnownDevice, (query) => query.where('isKnownDevice', '=', false))
    .returning([
      'resendCount',
      'phoneE164',
      'isKnownDevice',
      sql<boolean>`created_at > now() - interval '15 minutes'`.as('isRecent'),
    ])
    .execute();
  const older = superseded.find((row) => row.isKnownDevice === isKnownDevice);
  return older?.isRecent && older.phoneE164 === phone.e164 ? older.resendCount : -1;
}

/** Counts a number once per window and account. [C-09] */
async function consumeDistinctPhones(
  trx: Db,
  userId: string,
  phoneE164: string,
  field: string,
): Promise<void> {
  for (const { counted, limit } of distinctPhonesLimits(userId, phoneE164)) {
    const isCounted = await consume(trx, [counted]);
    if (!isCounted) await consumeSendLimits(trx, [limit], field);
  }
}

async function consumeSendLimits(trx: Db, limits: readonly SendLimit[], field: string): Promise<void> {
  const exceeded = await consume(trx, limits);
  if (!exceeded) return;
  const { errorCode } = limits.find((limit) => limit.key === exceeded.key) as SendLimit;
  const { retryAfter } = exceeded;
  throw new HttpError(errorCode, {
    ...(errorCode === 'OTP_RESEND_TOO_SOON' && { message: `Please wait ${retryAfter} seconds` }),
    retryAfter,
    fields: [field],
  });
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
export function createOtpMessage({ phoneE164, medium, code, siteOrigin }: OtpMessageInput): Message {
  const spoken = code.split('').join(', ');
  const text =
    medium === 'SMS'
      ? `${code} is your Liftoff OTP. It is valid for 5 minutes. Never share it with anyone.\n\n@${new URL(siteOrigin).hostname} #${code}`
      : `Hello from Liftoff. Your OTP is ${spoken}. Again, your OTP is ${spoken}.`;
  return { to: phoneE164, medium, text, code };
}
