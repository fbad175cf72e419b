import type { authRoutes } from '#lib/contract/auth/auth.ts';
import { requirePhone } from '#lib/server/account/phone.ts';
import { presentUserAnswer } from '#lib/server/account/present-user.ts';
import type { Handlers } from '#lib/server/context.ts';
import { attributionOf, recordConversion } from '#lib/server/core/attribution.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { maskPhone } from '#lib/server/log.ts';
import { findOwner, refuseOwnedEmail, refuseOwnedPhone, registerAccount } from './accounts.ts';
import { issueOtp } from './otp/issue.ts';
import { rememberDevice } from './otp/known-device.ts';
import { countOtp } from './otp/statistics.ts';
import { checkOtp, consumeOtp } from './otp/verify.ts';
import { endSession, issueSession, setSessionCookie, signOut } from './session.ts';

/** Signing up, in and out. Who may call and how often stands in contract/auth/auth.ts. */
export const authHandlers: Handlers<keyof typeof authRoutes> = {
  'POST /api/v1/auth/user-exists/': async ({ db, body }) => {
    const phone = requirePhone(body);
    return { userExists: Boolean(await findOwner(db, phone.e164)) };
  },

  'POST /api/v3/auth/register/': async ({ db, body, session, cookies, userAgent, log }) => {
    const phone = requirePhone(body);
    await refuseOwnedPhone(db, phone.e164);
    await refuseOwnedEmail(db, body.email);
    const { user, isExisting, token } = await db.transaction().execute(async (trx) => {
      const registered = await registerAccount(trx, { ...body, phone }, session?.user ?? null);
      const { id: userId } = registered.user;
      const opened = { userId, proven: 'never' as const, isVerified: false, userAgent };
      await recordConversion(trx, { kind: 'SIGN_UP', subjectId: userId, userId, ...attributionOf(cookies) });
      return {
        ...registered,
        token: await issueSession(trx, { ...opened, replaces: session?.tokenHash ?? null }),
      };
    });
    setSessionCookie(cookies, token);
    log.info(
      { event: 'auth.registered', userId: user.id, phone: maskPhone(phone.e164), isExisting },
      'registered',
    );
    return { ...(await presentUserAnswer(db, user)), isExisting };
  },

  'POST /api/v1/auth/login/request-otp/': async (context) => {
    const { db, body } = context;
    const phone = requirePhone(body);
    const owner = await findOwner(db, phone.e164);
    if (!owner) throw new HttpError('USER_NOT_FOUND', { fields: ['phone'] });
    const { resend, deliveryMedium: medium } = body;
    return {
      otpId: await issueOtp(context, {
        purpose: 'LOGIN',
        userId: owner.id,
        phone,
        medium,
        resend,
        field: 'phone',
      }),
    };
  },

  'POST /api/v1/auth/login/verify-otp/': async (context) => {
    const { db, body, session, cookies, config, userAgent, log } = context;
    const proven = await checkOtp(context, { purpose: 'LOGIN', ...body });
    const { user, token } = await db.transaction().execute(async (trx) => {
      await consumeOtp(trx, proven);
      const user = await findOwner(trx, proven.phoneE164);
      // The number went to somebody else, or the person left it, since the code was sent.
      if (user?.id !== proven.userId) throw new HttpError('OTP_SUPERSEDED', { fields: ['otp'] });
      if (user.disabledAt) throw new HttpError('ACCOUNT_DISABLED');
      if (session) await endSession(trx, session.tokenHash);
      const opened = { userId: user.id, proven: 'now' as const, isVerified: true, userAgent };
      return { user, token: await issueSession(trx, { ...opened, replaces: null }) };
    });
    setSessionCookie(cookies, token);
    rememberDevice(cookies, config, proven.phoneE164);
    await countOtp(context, 'verified');
    log.info({ event: 'auth.logged_in', userId: user.id }, 'logged in');
    return presentUserAnswer(db, user);
  },

  'POST /api/v1/auth/logout/': async ({ db, cookies, log }) => {
    const userId = await signOut(db, cookies);
    if (userId) log.info({ event: 'auth.logged_out', userId }, 'logged out');
    return {};
  },
};
