import { atom, type ReadableAtom } from 'nanostores';
import { Autosave } from '#lib/stores/core/autosave.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { updateUser } from './account.ts';
import { setUser, type User } from './user.ts';

type Preferences = User['notificationPreferences'];
export type PreferenceName = keyof Preferences;

export interface PreferencesStore {
  /**
   * The positions that the switches show: the new position at once, and the saved one again if saving fails.
   */
  $shown: ReadableAtom<Preferences>;
  $failure: ReadableAtom<Failure | null>;
  $isSaved: ReadableAtom<boolean>;
  set(name: PreferenceName, isOn: boolean): Promise<void>;
}

/**
 * Creates the store of the switches. Each is saved at once; after several quick presses the last position is
 * saved.
 */
export function createPreferencesStore({ notificationPreferences }: User): PreferencesStore {
  let saved = notificationPreferences;
  const $shown = atom(saved);
  const $failure = atom<Failure | null>(null);
  const $isSaved = atom(false);

  const autosave = new Autosave<Partial<Preferences>>({
    nextChange() {
      const changed = Object.entries($shown.get()).filter(
        ([name, isOn]) => isOn !== saved[name as PreferenceName],
      );
      return changed.length > 0 ? Object.fromEntries(changed) : null;
    },
    async send(changes) {
      const answer = await updateUser({ notificationPreferences: changes });
      saved = answer.user.notificationPreferences;
      setUser(answer);
    },
    resolveError(error) {
      // A switch that stays in its new position would claim that it is saved, so it moves back.
      $shown.set(saved);
      $failure.set(failureOf(error, { isTyped: false }));
      return true;
    },
  });

  async function set(name: PreferenceName, isOn: boolean): Promise<void> {
    $shown.set({ ...$shown.get(), [name]: isOn });
    $failure.set(null);
    $isSaved.set(false);
    await autosave.saveNow();
    $isSaved.set($failure.get() === null);
  }

  return { $shown, $failure, $isSaved, set };
}
