import type { UserRow } from '#lib/server/db/schema/accounts.ts';

/**
 * Returns the address that mail to a person goes to, or null while they have proved none. Every email to a person gets its
 * address here, except the one that asks for the proof: an address that is only claimed may belong to a stranger. [C-22]
 */
export function emailRecipientOf({
  email,
  emailVerifiedAt,
}: Pick<UserRow, 'email' | 'emailVerifiedAt'>): string | null {
  return emailVerifiedAt ? email : null;
}

/** Returns the address that the person has entered and not proved yet, or null. */
export function unverifiedEmailOf({
  email,
  emailVerifiedAt,
  pendingEmail,
}: Pick<UserRow, 'email' | 'emailVerifiedAt' | 'pendingEmail'>): string | null {
  return pendingEmail ?? (emailVerifiedAt ? null : email);
}

/** Returns whether two addresses are the same one, as the database's unique index compares them. */
export const isSameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
