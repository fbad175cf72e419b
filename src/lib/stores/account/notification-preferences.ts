import { atom, type ReadableAtom } from 'nanostores';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { updateUser } from './account.ts';
import { storeUser, type User } from './user.ts';

type Preferences = User['notificationPreferences'];
export type PreferenceName = keyof Preferences;

export interface PreferencesStore {
  /** What the switches show: at once what was asked for, and what is kept again if that fails. */
  $shown: ReadableAtom<Preferences>;
  $failure: ReadableAtom<Failure | null>;
  $isSaved: ReadableAtom<boolean>;
  set(name: PreferenceName, isOn: boolean): Promise<void>;
}

/** Each switch is saved by itself; however fast they are pressed, the last position is the one that is kept. */
export function createPreferences({ notificationPreferences }: User): PreferencesStore {
  let kept = notificationPreferences;
  let isSaving = false;
  const $shown = atom(kept);
  const $failure = atom<Failure | null>(null);
  const $isSaved = atom(false);

  async function set(name: PreferenceName, isOn: boolean): Promise<void> {
    $shown.set({ ...$shown.get(), [name]: isOn });
    $failure.set(null);
    $isSaved.set(false);
    if (isSaving) return;
    isSaving = true;
    try {
      await saveAll();
      $isSaved.set(true);
    } catch (error) {
      $shown.set(kept);
      $failure.set(failureOf(error, { isTyped: false }));
    }
    isSaving = false;
  }

  async function saveAll(): Promise<void> {
    for (let changes = unsaved(); changes; changes = unsaved()) {
      const answer = await updateUser({ notificationPreferences: changes });
      kept = answer.user.notificationPreferences;
      storeUser(answer);
    }
  }

  function unsaved(): Partial<Preferences> | null {
    const changed = Object.entries($shown.get()).filter(
      ([name, isOn]) => isOn !== kept[name as PreferenceName],
    );
    return changed.length > 0 ? Object.fromEntries(changed) : null;
  }

  return { $shown, $failure, $isSaved, set };
}
