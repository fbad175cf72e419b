import type { emailVerificationRoutes } from '#lib/contract/account/email-verification.ts';
import { waitText } from '#lib/domain/core/limits/wait-text.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { unverifiedEmailOf } from '../email-recipient.ts';
import { recordFormerContact } from '../former-contact.ts';
import { assignVerifiedEmail, clearPendingEmail, toOwnershipError } from '../ownership.ts';
import { presentUserResponse } from '../present-user.ts';
import { checkEmailCode, consumeEmailCode } from './check-email-code.ts';
import { queueEmailChangedEmail } from './email-messages.ts';
import { issueEmailCode } from './issue-email-code.ts';

/** Verifying the email of the signed-in person with a code. */
export const emailVerificationHandlers: Handlers<keyof typeof emailVerificationRoutes> = {
  'POST /api/v1/user/email-verification/request/': async ({ db, session, log, ...context }) => {
    const { id: userId } = session.user;
    const email = requireUnverifiedEmail(session.user);
    await db.transaction().execute(async (trx) => {
      const exceeded = await issueEmailCode(trx, context, { userId, email });
      if (exceeded) throw toSendLimitError(exceeded.retryAfter);
    });
    log.info({ event: 'email_code.sent', userId }, 'email code sent');
    return { email };
  },

  'POST /api/v1/user/email-verification/verify/': async ({ db, body, session, messages, log, config }) => {
    const { id: userId } = session.user;
    const email = requireUnverifiedEmail(session.user).toLowerCase();
    const codeId = await checkEmailCode({ db, config, log }, { userId, email }, body.code);
    const user = await db
      .transaction()
      .execute(async (trx) => {
        await consumeEmailCode(trx, codeId);
        const { user, formerEmail } = await assignVerifiedEmail(trx, userId, email);
        if (formerEmail) {
          await recordFormerContact(trx, userId, 'EMAIL', formerEmail);
          await queueEmailChangedEmail({ trx, messages, config }, formerEmail, userId);
        }
        return user;
      })
      .catch(async (error) => {
        const cause = toOwnershipError(error);
        if (cause instanceof HttpError && cause.errorCode === 'EMAIL_ALREADY_REGISTERED')
          await clearPendingEmail(db, userId, email);
        throw cause;
      });
    log.info({ event: 'account.email_verified', userId }, 'email verified');
    return presentUserResponse({ db, config }, user);
  },
};

/** Returns the email that the person has yet to prove. Throws `EMAIL_ALREADY_VERIFIED`. */
function requireUnverifiedEmail(user: UserRow): string {
  const email = unverifiedEmailOf(user);
  if (!email) throw new HttpError('EMAIL_ALREADY_VERIFIED');
  return email;
}

function toSendLimitError(retryAfter: number): HttpError {
  return new HttpError('RATE_LIMITED', {
    message: `We sent several codes already. Try again in ${waitText(retryAfter)}.`,
    retryAfter,
  });
}
