import type { authRoutes } from '#lib/contract/auth/auth.ts';
import {
  findPhoneOwner,
  hasPhoneOwner,
  requireAvailableEmail,
  requireAvailablePhone,
} from '#lib/server/account/ownership.ts';
import { requirePhone } from '#lib/server/account/phone.ts';
import { presentUserResponse } from '#lib/server/account/present-user.ts';
import { registerAccount } from '#lib/server/account/register-account.ts';
import type { Handlers } from '#lib/server/context.ts';
import { attributionOf, recordConversion } from '#lib/server/core/attribution.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { maskPhone } from '#lib/server/log.ts';
import { checkOtp, consumeOtp } from './otp/check-otp.ts';
import { issueOtp } from './otp/issue-otp.ts';
import { rememberDevice } from './otp/known-device.ts';
import { countOtp } from './otp/otp-statistics.ts';
import { createSession, deleteSession, logOut, setSessionCookie } from './session.ts';

/** Signing up, logging in and logging out. contract/auth/auth.ts says who may call and how often. */
export const authHandlers: Handlers<keyof typeof authRoutes> = {
  'POST /api/v1/auth/user-exists/': async ({ db, body }) => {
    const phone = requirePhone(body);
    return { userExists: await hasPhoneOwner(db, phone.e164) };
  },

  'POST /api/v3/auth/register/': async ({
    db,
    config,
    body,
    session,
    cookies,
    userAgent,
    asksForPrivacy,
    log,
  }) => {
    const phone = requirePhone(body);
    await requireAvailablePhone(db, phone.e164);
    await requireAvailableEmail(db, body.email);
    const { user, isExisting, token } = await db.transaction().execute(async (trx) => {
      const registered = await registerAccount(trx, { ...body, phone }, session?.user ?? null);
      const { id: userId } = registered.user;
      await recordConversion(trx, {
        kind: 'SIGN_UP',
        subjectId: userId,
        userId,
        ...attributionOf({ cookies, userAgent, asksForPrivacy }),
      });
      const token = await createSession(trx, {
        userId,
        provenAt: 'never',
        isVerified: false,
        userAgent,
        replaces: session?.tokenHash ?? null,
      });
      return { ...registered, token };
    });
    setSessionCookie(cookies, token);
    log.info(
      { event: 'auth.registered', userId: user.id, phone: maskPhone(phone.e164), isExisting },
      'registered',
    );
    return { ...(await presentUserResponse({ db, config }, user)), isExisting };
  },

  'POST /api/v1/auth/login/request-otp/': async (context) => {
    const { db, body } = context;
    const phone = requirePhone(body);
    const owner = await findPhoneOwner(db, phone.e164);
    if (!owner) throw new HttpError('USER_NOT_FOUND', { fields: ['phone'] });
    return {
      otpId: await issueOtp(context, {
        purpose: 'LOGIN',
        userId: owner.id,
        phone,
        medium: body.deliveryMedium,
        resend: body.resend,
        field: 'phone',
      }),
    };
  },

  'POST /api/v1/auth/login/verify-otp/': async (context) => {
    const { db, body, session, cookies, config, userAgent, log } = context;
    const otp = await checkOtp(context, { purpose: 'LOGIN', ...body });
    const { user, token } = await db.transaction().execute(async (trx) => {
      await consumeOtp(trx, otp);
      const user = await findPhoneOwner(trx, otp.phoneE164);
      // Since the OTP was sent, the number may have gone to another account, or the person may have changed theirs.
      if (user?.id !== otp.userId) throw new HttpError('OTP_SUPERSEDED', { fields: ['otp'] });
      if (user.disabledAt) throw new HttpError('ACCOUNT_DISABLED');
      if (session) await deleteSession(trx, session.tokenHash);
      const token = await createSession(trx, {
        userId: user.id,
        provenAt: 'now',
        isVerified: true,
        userAgent,
        replaces: null,
      });
      return { user, token };
    });
    setSessionCookie(cookies, token);
    rememberDevice(cookies, config, otp.phoneE164);
    await countOtp(context, 'verified');
    log.info({ event: 'auth.logged_in', userId: user.id }, 'logged in');
    return presentUserResponse(context, user);
  },

  'POST /api/v1/auth/logout/': async ({ db, cookies, log }) => {
    const userId = await logOut(db, cookies);
    if (userId) log.info({ event: 'auth.logged_out', userId }, 'logged out');
    return {};
  },
};
