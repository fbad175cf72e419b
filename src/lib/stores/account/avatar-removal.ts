import type { WritableAtom } from 'nanostores';
import { broadcastAvatar } from '#lib/browser/avatar-event.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { updateUser } from './account.ts';
import { setUser, type User } from './user.ts';

export interface AvatarRemoval {
  /** Removes the picture that is shown now. */
  remove(shown?: User['avatar']): Promise<void>;
  /** Shows the picture again that was removed last. Its file is stored for a day after the removal. */
  undoRemoval(): Promise<void>;
}

interface RemovalState<Step> {
  $step: WritableAtom<Step>;
  $notice: WritableAtom<'saved' | 'removed' | null>;
  $failure: WritableAtom<Failure | null>;
  start(step: Step): void;
}

/** Creates the removal of the person's picture, which they can undo. [USER-01] */
export function createAvatarRemoval<Step extends string>({
  $step,
  $notice,
  $failure,
  start,
}: RemovalState<Step | 'idle' | 'removing' | 'saving'>): AvatarRemoval {
  let removedId: string | null = null;

  async function save(step: 'removing' | 'saving', mediaId: string | null): Promise<void> {
    start(step);
    try {
      await saveAvatar(mediaId);
      $notice.set(mediaId ? 'saved' : 'removed');
    } catch (error) {
      $failure.set(failureOf(error, { isTyped: false }));
    }
    $step.set('idle');
  }

  return {
    async remove(shown = null) {
      if ($step.get() !== 'idle') return;
      await save('removing', null);
      if ($notice.get() === 'removed') removedId = shown?.s3Url.split('/')[2] ?? null;
    },

    async undoRemoval() {
      if ($step.get() === 'idle' && removedId !== null) await save('saving', removedId);
    },
  };
}

/** Saves the person's picture and shows it on this page and in the other tabs. Throws what `api` throws. */
export async function saveAvatar(avatarMediaId: string | null): Promise<void> {
  setUser(await updateUser({ avatarMediaId }));
  broadcastAvatar();
}
