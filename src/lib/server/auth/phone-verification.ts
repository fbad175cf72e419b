import type { phoneVerificationRoutes } from '#lib/contract/auth/phone-verification.ts';
import { issueEmailCode } from '#lib/server/account/email-verification/issue-email-code.ts';
import { recordFormerContact } from '#lib/server/account/former-contact.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import {
  assignVerifiedPhone,
  clearPendingPhone,
  lockPhone,
  requireAvailablePhone,
  toOwnershipError,
} from '#lib/server/account/ownership.ts';
import { type Phone, requirePhone, toNationalDigits } from '#lib/server/account/phone.ts';
import { presentUserResponse, presentUserWithPendingPhone } from '#lib/server/account/present-user.ts';
import { getCompany } from '#lib/server/catalog/content/index.ts';
import type { Handlers } from '#lib/server/context.ts';
import { recordLead } from '#lib/server/core/record-lead.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { maskPhone } from '#lib/server/log.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { type CheckedOtp, checkOtp, consumeOtp } from './otp/check-otp.ts';
import { issueOtp } from './otp/issue-otp.ts';
import { rememberDevice } from './otp/known-device.ts';
import { countOtp } from './otp/otp-statistics.ts';
import {
  createSession,
  deleteOtherSessions,
  hashToken,
  isSessionActive,
  setSessionCookie,
} from './session.ts';

/** Changing the number of the signed-in person, and verifying it with an OTP. */
export const phoneVerificationHandlers: Handlers<keyof typeof phoneVerificationRoutes> = {
  'PATCH /api/v2/user/change-phone/': async ({ db, config, body, session, cookies, userAgent, log }) => {
    const phone = requirePhone(body);
    const { user } = session;
    const isVerified = user.phoneVerifiedAt !== null;
    if (isVerified && !session.isFresh) throw new HttpError('REAUTH_REQUIRED');
    if (phone.e164 === user.phoneE164) throw new HttpError('PHONE_UNCHANGED', { fields: ['phone'] });
    await requireAvailablePhone(db, phone.e164, user.id);

    const changes = isVerified
      ? { pendingPhoneE164: phone.e164, pendingCountryIsoCode: phone.countryIsoCode }
      : { phoneE164: phone.e164, countryIsoCode: phone.countryIsoCode };
    const { changed, token } = await db.transaction().execute(async (trx) => {
      const changed = await trx
        .updateTable('appUser')
        .set(changes)
        .where('id', '=', user.id)
        // Since the request began, the number may have been verified or the session may have ended. [C-22,
        // C-23]
        .where('phoneVerifiedAt', isVerified ? 'is not' : 'is', null)
        .where(isSessionActive(session.tokenHash, isVerified))
        .returningAll()
        .executeTakeFirst();
      if (!changed) throw new HttpError('SESSION_EXPIRED');
      const token = await createSession(trx, {
        userId: user.id,
        provenAt: 'inherited',
        isVerified,
        userAgent,
        replaces: session.tokenHash,
      });
      return { changed, token };
    });
    setSessionCookie(cookies, token);
    log.info(
      { event: 'auth.phone_change_asked', userId: user.id, phone: maskPhone(phone.e164) },
      'phone change asked',
    );
    return { user: presentUserWithPendingPhone(config, changed) };
  },

  'POST /api/v1/user/phone-verification/request-otp/': async (context) => {
    const { db, body, session } = context;
    const phone = requireUnverifiedPhone(session.user);
    if (body.phone !== undefined) {
      const countryIsoCode = body.countryIsoCode ?? phone.countryIsoCode;
      const requested = requirePhone({ countryIsoCode, phone: body.phone });
      if (requested.e164 !== phone.e164) throw new HttpError('PHONE_MISMATCH', { fields: ['phone'] });
    }
    await requireAvailablePhone(db, phone.e164, session.user.id);
    return {
      otpId: await issueOtp(context, {
        purpose: 'PHONE_VERIFICATION',
        userId: session.user.id,
        phone,
        medium: body.deliveryMedium,
        resend: body.resend,
        field: 'phone',
      }),
    };
  },

  'POST /api/v1/user/phone-verification/verify-otp/': async (context) => {
    const { db, body, session, cookies, config, userAgent, messages, log } = context;
    const before = session.user;
    requireUnverifiedPhone(before);
    const otp = await checkOtp(context, { purpose: 'PHONE_VERIFICATION', userId: before.id, ...body });
    const { user, token } = await db
      .transaction()
      .execute(async (trx) => {
        await lockPhone(trx, otp.phoneE164);
        await requireAvailablePhone(trx, otp.phoneE164, before.id);
        await consumeOtp(trx, otp);
        const user = await assignVerifiedPhone(trx, before.id, otp.phoneE164);
        const token = await createSession(trx, {
          userId: user.id,
          provenAt: 'now',
          isVerified: true,
          userAgent,
          replaces: session.tokenHash,
        });
        // The account's other sessions may belong to somebody who has not verified the number. [C-21, C-23]
        await deleteOtherSessions(trx, user.id, hashToken(token));
        if (!before.phoneVerifiedAt) await recordSignUp(trx, user);
        if (before.phoneVerifiedAt) {
          await recordFormerContact(trx, user.id, 'PHONE', before.phoneE164);
          await notifyOfNewPhone({ trx, messages, config }, before, otp);
        } else if (!user.emailVerifiedAt)
          await issueEmailCode(trx, context, { userId: user.id, email: user.email });
        return { user, token };
      })
      .catch(async (error) => {
        const cause = toOwnershipError(error);
        if (!(cause instanceof HttpError && cause.errorCode === 'PHONE_ALREADY_REGISTERED')) throw cause;
        await clearPendingPhone(db, before.id);
        if (!before.phoneVerifiedAt) throw cause;
        const message = 'This number is already in use. Your number stays as it was.';
        throw new HttpError('PHONE_ALREADY_REGISTERED', { message, fields: ['phone'] });
      });
    setSessionCookie(cookies, token);
    rememberDevice(cookies, config, otp.phoneE164);
    await countOtp(context, 'verified');
    log.info(
      { event: 'auth.phone_verified', userId: user.id, phone: maskPhone(otp.phoneE164) },
      'phone verified',
    );
    return presentUserResponse(context, user);
  },
};

/** A sign-up makes a lead once its number is verified: until then anybody may have entered it. [C-22] */
async function recordSignUp(
  trx: Db,
  { id, firstName, lastName, phoneE164, email, timeZone }: UserRow,
): Promise<void> {
  const person = { firstName, lastName, phoneE164, email, timeZone };
  await recordLead(trx, { source: 'SIGN_UP', subjectId: id, userId: id, ...person });
}

/**
 * Returns the number that the person wants to change to, or their own while it is unverified.
 * Throws `PHONE_ALREADY_VERIFIED`.
 */
function requireUnverifiedPhone(user: UserRow): Phone {
  const e164 = user.pendingPhoneE164 ?? (user.phoneVerifiedAt ? null : user.phoneE164);
  if (!e164) throw new HttpError('PHONE_ALREADY_VERIFIED');
  const countryIsoCode = user.pendingCountryIsoCode ?? user.countryIsoCode;
  return { e164, countryIsoCode, national: toNationalDigits(e164, countryIsoCode) };
}

/**
 * Queues the SMS to the old number and the email to a verified address that report the change, in case its owner did not
 * make it. [C-23]
 */
async function notifyOfNewPhone(
  work: UnitOfWork,
  before: UserRow,
  { otpId, phoneE164 }: CheckedOtp,
): Promise<void> {
  const text =
    `The mobile number of your Liftoff account was changed to one that ends in ${phoneE164.slice(-2)}. ` +
    'You log in with that number now, and our SMS and calls go to it. Your other devices are logged out. ' +
    `If this was not you, write to ${getCompany().email} at once.`;
  await notify(work, {
    sender: 'phone-changed',
    recipient: { person: before },
    text,
    sms: text,
    email: { subject: 'Your mobile number was changed', body: `Hello,\n\n${text}\n\nLiftoff\n` },
    dedupeKey: `phone-changed:${otpId}`,
  });
}
