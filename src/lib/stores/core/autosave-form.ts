import { atom, computed, type ReadableAtom } from 'nanostores';
import { findDraft, keepDraft } from '#lib/browser/form-draft.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { type AutosaveState, createAutosave } from './autosave.ts';
import type { Failure } from './failure.ts';

/** `idle`: nothing was changed since the page was opened. */
export type AutosaveFormState = 'idle' | 'unsaved' | 'saving' | 'saved' | 'failed' | 'offline';

/** A form of named fields without a save button. */
export interface AutosaveForm<Values extends object> {
  /** What the fields show. */
  $values: ReadableAtom<Values>;
  /** One per field (FORM-01). */
  $errors: ReadableAtom<Partial<Record<keyof Values, string>>>;
  $state: ReadableAtom<AutosaveFormState>;
  /** A failure that belongs to no field. */
  $failure: ReadableAtom<Failure | null>;
  /** Saves after a pause in typing, or at once when `isImmediate`, for a value that is chosen and not typed. */
  change<Name extends keyof Values>(name: Name, value: Values[Name], isImmediate?: boolean): void;
  /** Shows the error of a field that lost focus, and saves what is valid. */
  blur(name: keyof Values): void;
  /** Saves now. Returns true when the server has every value that the fields show. */
  flush(): Promise<boolean>;
  /** Shows the server's errors at their fields (FORM-13). */
  setErrors(errors: Readonly<Record<string, string>>): void;
  /** Restores the draft of an earlier page and starts saving. Returns a function that stops. */
  start(): () => void;
}

interface AutosaveFormOptions<Values extends object> {
  /** Names the draft on the device; unique within the tab. */
  name: string;
  userId: string;
  values: Values;
  /** Returns one sentence for an invalid value (FORM-03), which is then not sent. */
  validate: <Name extends keyof Values>(name: Name, value: Values[Name]) => string | null;
  send: (changes: Partial<Values>) => Promise<void>;
}

/** Creates a form of named fields on top of the autosave engine; unsaved values survive a reload of the tab. [API-44] */
export function createAutosaveForm<Values extends object>(
  options: AutosaveFormOptions<Values>,
): AutosaveForm<Values> {
  const { name: form, userId, validate } = options;
  type Name = keyof Values & string;
  /** Values as JSON, by field. */
  type Change = ReadonlyMap<Name, string>;
  const names = Object.keys(options.values) as Name[];
  const $values = atom<Values>({ ...options.values });
  const $errors = atom<Partial<Record<keyof Values, string>>>({});
  const saved = new Map(names.map((name) => [name, JSON.stringify(options.values[name])]));
  /** What the server rejected is not sent again unchanged. */
  const rejected = new Map<Name, string>();
  let isTouched = false;

  /** Returns the field that `languages.0.level` is part of. */
  const nameOf = (path: string) => names.find((name) => path === name || path.startsWith(`${name}.`));
  const jsonOf = (name: Name) => JSON.stringify($values.get()[name]);
  const unsavedNames = () => names.filter((name) => jsonOf(name) !== saved.get(name));

  const autosave = createAutosave<Change>({
    nextChange() {
      const sendable = unsavedNames().filter(
        (name) => jsonOf(name) !== rejected.get(name) && !validate(name, $values.get()[name]),
      );
      return sendable.length > 0 ? new Map(sendable.map((name) => [name, jsonOf(name)])) : null;
    },
    async send(change) {
      const values = $values.get();
      await options.send(
        Object.fromEntries([...change.keys()].map((name) => [name, values[name]])) as Partial<Values>,
      );
      for (const [name, json] of change) saved.set(name, json);
    },
    resolve: rejectFields,
    persist: () =>
      keepDraft(form, userId, Object.fromEntries(unsavedNames().map((name) => [name, jsonOf(name)]))),
  });

  function change<Changed extends keyof Values>(name: Changed, value: Values[Changed], isImmediate = false) {
    isTouched = true;
    $values.set({ ...$values.get(), [name]: value });
    showError(name as Name, null);
    autosave.scheduleSave(isImmediate);
  }

  function showError(name: Name, message: string | null): void {
    const { [name]: _, ...others } = $errors.get();
    $errors.set((message ? { ...others, [name]: message } : others) as Partial<Record<keyof Values, string>>);
  }

  /** Returns whether the server named fields of the change; the other fields are then sent again without them. */
  function rejectFields(error: unknown, change: Change): boolean {
    const fieldErrors = error instanceof ApiError ? Object.entries(error.fieldErrors) : [];
    const named = fieldErrors.flatMap(([path, message]) => {
      const name = nameOf(path);
      return name && change.has(name) ? [[name, message] as const] : [];
    });
    for (const [name, message] of named) {
      rejected.set(name, change.get(name) ?? '');
      if (jsonOf(name) === change.get(name)) showError(name, message);
    }
    return named.length > 0;
  }

  async function flush(): Promise<boolean> {
    await autosave.saveNow();
    return unsavedNames().length === 0;
  }

  return {
    $values,
    $errors,
    $state: computed([autosave.$state, $values], (state) =>
      formStateOf(state, isTouched, unsavedNames().length > 0),
    ),
    $failure: autosave.$failure,
    change,
    flush,

    blur(name) {
      const message = validate(name, $values.get()[name]);
      if (message) showError(name as Name, message);
      if (unsavedNames().length > 0) void flush();
    },

    setErrors(errors) {
      for (const [path, message] of Object.entries(errors)) {
        const name = nameOf(path);
        if (name) showError(name, message);
      }
    },

    start() {
      for (const [name, json] of Object.entries(findDraft(form, userId)))
        if (names.includes(name as Name)) change(name as Name, JSON.parse(json), true);
      return autosave.start(userId);
    },
  };
}

function formStateOf(state: AutosaveState, isTouched: boolean, hasUnsaved: boolean): AutosaveFormState {
  if (state.kind === 'signed-out') return 'failed';
  if (state.kind !== 'saved') return state.kind;
  if (hasUnsaved) return 'unsaved';
  return isTouched ? 'saved' : 'idle';
}
