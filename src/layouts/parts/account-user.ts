import type { AvatarVariants } from '../../lib/domain/avatar.ts';

/** What header and account menu need of a user (USER-01). */
export interface AccountUser {
  name: string;
  avatar?: AvatarVariants | null | undefined;
}
