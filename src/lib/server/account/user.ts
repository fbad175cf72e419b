import { sql } from 'kysely';
import type { userRoutes } from '#lib/contract/account/user.ts';
import {
  clearPendingPhone,
  grantPhone,
  lockPhone,
  ownedError,
  refuseOwnedEmail,
  refuseOwnedPhone,
} from '#lib/server/auth/accounts.ts';
import { issueOtp } from '#lib/server/auth/otp/issue.ts';
import { rememberDevice } from '#lib/server/auth/otp/known-device.ts';
import { countOtp } from '#lib/server/auth/otp/statistics.ts';
import { checkOtp, consumeOtp } from '#lib/server/auth/otp/verify.ts';
import { phoneChangedMessages } from '#lib/server/auth/phone-changed.ts';
import {
  endOtherSessions,
  hashOf,
  issueSession,
  sessionLives,
  setSessionCookie,
} from '#lib/server/auth/session.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { maskPhone } from '#lib/server/log.ts';
import { requireOwnPicture } from '#lib/server/media/own-picture.ts';
import { tellOldEmail } from './email-changed.ts';
import { nationalDigits, type Phone, requirePhone } from './phone.ts';
import { presentUserAnswer, presentWithPendingPhone } from './present-user.ts';

/** The signed-in person: who they are, and proving or changing their number. */
export const userHandlers: Handlers<keyof typeof userRoutes> = {
  'GET /api/v3/user/': ({ db, session }) => presentUserAnswer(db, session.user),

  'PATCH /api/v1/user/update/': async ({ db, body, session, messages }) => {
    const { notificationPreferences, ...fields } = body;
    const changes = {
      ...withoutAbsent(fields),
      ...(notificationPreferences && {
        notificationPreferences: sql<string>`notification_preferences || ${JSON.stringify(withoutAbsent(notificationPreferences))}::jsonb`,
      }),
    };
    if (!Object.keys(changes).length) return presentUserAnswer(db, session.user);
    const user = await db
      .transaction()
      .execute(async (trx) => {
        const before = await trx
          .selectFrom('appUser')
          .select(['id', 'email', 'phoneVerifiedAt'])
          .where('id', '=', session.user.id)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!before) throw new HttpError('SESSION_EXPIRED');
        if (fields.email !== undefined) {
          // An unproven account would else meet its owner only when the right OTP is refused.
          await refuseOwnedEmail(trx, fields.email, before.id);
          await tellOldEmail({ trx, messages }, before, fields.email);
        }
        if (fields.avatarMediaId) await requireOwnPicture(trx, before.id, fields.avatarMediaId);
        return trx
          .updateTable('appUser')
          .set(changes)
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow();
      })
      .catch((error) => {
        throw ownedError(error);
      });
    return presentUserAnswer(db, user);
  },

  'PATCH /api/v2/user/change-phone/': async ({ db, body, session, cookies, userAgent, log }) => {
    const phone = requirePhone(body);
    const { user } = session;
    const isVerified = user.phoneVerifiedAt !== null;
    if (isVerified && !session.isFresh) throw new HttpError('REAUTH_REQUIRED');
    if (phone.e164 === user.phoneE164) throw new HttpError('PHONE_UNCHANGED', { fields: ['phone'] });
    await refuseOwnedPhone(db, phone.e164, user.id);

    const wanted = isVerified
      ? { pendingPhoneE164: phone.e164, pendingCountryIsoCode: phone.countryIsoCode }
      : { phoneE164: phone.e164, countryIsoCode: phone.countryIsoCode };
    const { changed, token } = await db.transaction().execute(async (trx) => {
      const changed = await trx
        .updateTable('appUser')
        .set(wanted)
        .where('id', '=', user.id)
        // What was true when the call began may not be any more: the number proven, the session ended (C-22, C-23).
        .where('phoneVerifiedAt', isVerified ? 'is not' : 'is', null)
        .where(sessionLives(session.tokenHash, isVerified))
        .returningAll()
        .executeTakeFirst();
      if (!changed) throw new HttpError('SESSION_EXPIRED');
      const opened = { userId: user.id, proven: 'as-before' as const, isVerified, userAgent };
      return { changed, token: await issueSession(trx, { ...opened, replaces: session.tokenHash }) };
    });
    setSessionCookie(cookies, token);
    log.info(
      { event: 'auth.phone_change_asked', userId: user.id, phone: maskPhone(phone.e164) },
      'phone change asked',
    );
    return { user: presentWithPendingPhone(changed) };
  },

  'POST /api/v1/user/phone-verification/request-otp/': async (context) => {
    const { db, body, session } = context;
    const phone = phoneToProve(session.user);
    if (body.phone !== undefined) {
      const named = requirePhone({
        countryIsoCode: body.countryIsoCode ?? phone.countryIsoCode,
        phone: body.phone,
      });
      if (named.e164 !== phone.e164) throw new HttpError('PHONE_MISMATCH', { fields: ['phone'] });
    }
    await refuseOwnedPhone(db, phone.e164, session.user.id);
    const { resend, deliveryMedium: medium } = body;
    const purpose = 'PHONE_VERIFICATION';
    return {
      otpId: await issueOtp(context, {
        purpose,
        userId: session.user.id,
        phone,
        medium,
        resend,
        field: 'phone',
      }),
    };
  },

  'POST /api/v1/user/phone-verification/verify-otp/': async (context) => {
    const { db, body, session, cookies, config, userAgent, messages, log } = context;
    const before = session.user;
    phoneToProve(before);
    const proven = await checkOtp(context, { purpose: 'PHONE_VERIFICATION', userId: before.id, ...body });
    const { user, token } = await db
      .transaction()
      .execute(async (trx) => {
        await lockPhone(trx, proven.phoneE164);
        await refuseOwnedPhone(trx, proven.phoneE164, before.id);
        await consumeOtp(trx, proven);
        const user = await grantPhone(trx, before.id, proven.phoneE164);
        const opened = { userId: user.id, proven: 'now' as const, isVerified: true, userAgent };
        const token = await issueSession(trx, { ...opened, replaces: session.tokenHash });
        // Whoever else holds a session of this account proved nothing (C-21, C-23).
        await endOtherSessions(trx, user.id, hashOf(token));
        if (before.phoneVerifiedAt)
          for (const message of phoneChangedMessages(before, proven)) await messages.queue(trx, message);
        return { user, token };
      })
      .catch(async (error) => {
        const named = ownedError(error);
        if (named instanceof HttpError && named.errorCode === 'PHONE_ALREADY_REGISTERED')
          await clearPendingPhone(db, before.id);
        throw named;
      });
    setSessionCookie(cookies, token);
    rememberDevice(cookies, config, proven.phoneE164);
    await countOtp(context, 'verified');
    log.info(
      { event: 'auth.phone_verified', userId: user.id, phone: maskPhone(proven.phoneE164) },
      'phone verified',
    );
    return presentUserAnswer(db, user);
  },
};

/** The number asked for last, else the person's own while it is unproven. @throws HttpError PHONE_ALREADY_VERIFIED */
function phoneToProve(user: UserRow): Phone {
  const e164 = user.pendingPhoneE164 ?? (user.phoneVerifiedAt ? null : user.phoneE164);
  if (!e164) throw new HttpError('PHONE_ALREADY_VERIFIED');
  const countryIsoCode = user.pendingCountryIsoCode ?? user.countryIsoCode;
  return { e164, countryIsoCode, national: nationalDigits(e164, countryIsoCode) };
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutAbsent<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}
