import { atom, type ReadableAtom } from 'nanostores';
import { Autosave } from '#lib/stores/core/autosave.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { updateUser } from './account.ts';
import { setUser, type User } from './user.ts';

type Kind = keyof User['notificationPreferences'];
type Channel = keyof User['notificationPreferences'][Kind];

/** A switch: the kind and the channel, `reminders.email`. */
export type PreferenceName = `${Kind}.${Channel}`;
type Positions = Record<PreferenceName, boolean>;

export interface PreferencesStore {
  /**
   * The positions that the switches show: the new position at once, and the saved one again if saving fails.
   */
  $shown: ReadableAtom<Positions>;
  $failure: ReadableAtom<Failure | null>;
  $isSaved: ReadableAtom<boolean>;
  set(name: PreferenceName, isOn: boolean): Promise<void>;
}

/**
 * Creates the store of the switches. Each is saved at once; after several quick presses the last position is
 * saved.
 */
export function createPreferencesStore({ notificationPreferences }: User): PreferencesStore {
  let saved = toPositions(notificationPreferences);
  const $shown = atom(saved);
  const $failure = atom<Failure | null>(null);
  const $isSaved = atom(false);

  const autosave = new Autosave<Partial<Positions>>({
    nextChange() {
      const changed = Object.entries($shown.get()).filter(
        ([name, isOn]) => isOn !== saved[name as PreferenceName],
      );
      return changed.length > 0 ? Object.fromEntries(changed) : null;
    },
    async send(changes) {
      const answer = await updateUser({ notificationPreferences: toPreferences(changes) });
      saved = toPositions(answer.user.notificationPreferences);
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

function toPositions(preferences: User['notificationPreferences']): Positions {
  const entries = Object.entries(preferences).flatMap(([kind, channels]) =>
    Object.entries(channels).map(([channel, isOn]) => [`${kind}.${channel}`, isOn]),
  );
  return Object.fromEntries(entries) as Positions;
}

/** Nests the positions of some switches as the API takes them. */
function toPreferences(positions: Partial<Positions>): { [K in Kind]?: { [C in Channel]?: boolean } } {
  const preferences: { [K in Kind]?: { [C in Channel]?: boolean } } = {};
  for (const [name, isOn] of Object.entries(positions)) {
    const [kind, channel] = name.split('.') as [Kind, Channel];
    preferences[kind] = { ...preferences[kind], [channel]: isOn };
  }
  return preferences;
}
