import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { emailRecipientOf, unverifiedEmailOf } from '../email-recipient.ts';
import { hasUsableEmailCode } from './check-email-code.ts';

/** An email that waits for its code, as the account's pages show it. */
export interface UnverifiedEmail {
  email: string;
  /** Whether a code was sent that can still be entered. */
  isCodeSent: boolean;
  /** The verified email that stays in use until then. */
  current: string | null;
}

/** Finds the email that the person has yet to verify; null when there is none. */
export async function findUnverifiedEmail(db: Db, user: UserRow): Promise<UnverifiedEmail | null> {
  const email = unverifiedEmailOf(user);
  if (email === null) return null;
  const isCodeSent = await hasUsableEmailCode(db, { userId: user.id, email: email.toLowerCase() });
  return { email, isCodeSent, current: emailRecipientOf(user) };
}
