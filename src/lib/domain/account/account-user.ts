import type { AvatarVariants } from '#lib/domain/core/avatar.ts';

/** The part of a user that the header and the account menu show. [USER-01] */
export interface AccountUser {
  id: string;
  name: string;
  isPhoneVerified: boolean;
  avatar?: AvatarVariants | null | undefined;
}
