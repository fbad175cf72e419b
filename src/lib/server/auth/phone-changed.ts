import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { Message } from '#lib/server/messages/index.ts';
import type { ProvenOtp } from './otp/verify.ts';

/** Tells the old number and the e-mail that the account moved, in case it was not its owner (C-23). */
export function phoneChangedMessages(
  before: UserRow,
  { otpId, phoneE164 }: ProvenOtp,
): (Message & { dedupeKey: string })[] {
  const text =
    `The phone number of your Liftoff account was changed to one that ends in ${phoneE164.slice(-2)}. ` +
    'If this was not you, write to support at once.';
  return [
    { to: before.phoneE164, medium: 'SMS', text, dedupeKey: `phone-changed:sms:${otpId}` },
    {
      to: before.email,
      medium: 'EMAIL',
      subject: 'Your phone number was changed',
      // No word that a person typed: nobody has proven that the address is theirs.
      text: `Hello,\n\n${text}\n\nLiftoff\n`,
      dedupeKey: `phone-changed:email:${otpId}`,
    },
  ];
}
