import type { AvatarVariants } from '#lib/domain/core/avatar.ts';

/** What header and account menu need of a user (USER-01). */
export interface AccountUser {
  id: string;
  name: string;
  isPhoneVerified: boolean;
  avatar?: AvatarVariants | null | undefined;
}
