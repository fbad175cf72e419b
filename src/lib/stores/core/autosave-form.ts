import { atom, computed, type ReadableAtom } from 'nanostores';
import { findDraft, saveDraft } from '#lib/browser/form-draft.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { Autosave, type AutosaveState } from './autosave.ts';
import type { Failure } from './failure.ts';

/** `idle`: nothing was saved since the page was opened, and nothing needs saving. */
export type AutosaveFormState = 'idle' | 'unsaved' | 'saving' | 'saved' | 'failed' | 'offline';

/** A form of named fields without a save button. */
export interface AutosaveForm<Values extends object> {
  /** The values that the fields show. */
  $values: ReadableAtom<Values>;
  /** One error per field (FORM-01). */
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

/**
 * Creates a form of named fields on top of the autosave engine; unsaved values survive a reload of the tab. [API-44]
 */
export function createAutosaveForm<Values extends object>(
  options: AutosaveFormOptions<Values>,
): AutosaveForm<Values> {
  const { name: form, userId, validate } = options;
  type Name = keyof Values & string;
  const $values = atom<Values>({ ...options.values });
  const $errors = atom<Partial<Record<keyof Values, string>>>({});
  const fields = new FieldTracker(options.values, $values);
  let hasSaved = false;
  /** Whether the person is leaving the page. The next one may have been rendered before a save that still runs. */
  let isLeaving = false;

  const persistUnsaved = () => saveDraft(form, userId, Object.fromEntries(fields.listUnsaved()));

  const autosave = new Autosave<FieldChange<Values>>({
    nextChange: () => fields.findChange((name) => !validate(name, $values.get()[name])),
    async send(change) {
      await options.send(fields.pickValues([...change.keys()]));
      fields.markSaved(change);
      hasSaved = true;
    },
    resolveError: rejectFields,
    persist() {
      if (!isLeaving || fields.listUnsaved().length > 0) persistUnsaved();
    },
  });

  function change<Changed extends keyof Values>(name: Changed, value: Values[Changed], isImmediate = false) {
    isLeaving = false;
    $values.set({ ...$values.get(), [name]: value });
    showError(name as Name, null);
    autosave.scheduleSave(isImmediate);
  }

  function showError(name: Name, message: string | null): void {
    const { [name]: _, ...others } = $errors.get();
    $errors.set((message ? { ...others, [name]: message } : others) as Partial<Record<keyof Values, string>>);
  }

  /** Returns whether the server named fields of the change; the other fields are then sent again without them. */
  function rejectFields(error: unknown, sent: FieldChange<Values>): boolean {
    if (!(error instanceof ApiError)) return false;
    const named = fields.listNamed(error.fieldErrors).filter(([name]) => sent.has(name));
    for (const [name, message] of named) if (fields.reject(name, sent)) showError(name, message);
    return named.length > 0;
  }

  async function flush(): Promise<boolean> {
    await autosave.saveNow();
    return fields.listUnsaved().length === 0;
  }

  return {
    $values,
    $errors,
    $state: computed([autosave.$state, $values], (state) =>
      formStateOf(state, hasSaved, fields.listUnsaved().length > 0),
    ),
    $failure: autosave.$failure,
    change,
    flush,

    blur(name) {
      const message = validate(name, $values.get()[name]);
      if (message) showError(name as Name, message);
      if (fields.listUnsaved().length > 0) void flush();
    },

    setErrors(errors) {
      for (const [name, message] of fields.listNamed(errors)) showError(name, message);
    },

    start() {
      for (const [path, json] of Object.entries(findDraft(form, userId))) {
        const name = fields.findName(path);
        if (name !== path) continue;
        // The previous page may have saved the value while it closed, without telling the person.
        hasSaved = true;
        change(name, JSON.parse(json), true);
      }
      const listeners = new AbortController();
      const persistDraft = () => {
        persistUnsaved();
        isLeaving = true;
      };
      addEventListener('beforeunload', persistDraft, { signal: listeners.signal });
      const stop = autosave.start();
      return () => {
        listeners.abort();
        stop();
      };
    },
  };
}

/** Changed values as JSON, by field. */
type FieldChange<Values> = ReadonlyMap<keyof Values & string, string>;

/** Compares the fields with what the server has and with what it rejected. */
class FieldTracker<Values extends object> {
  readonly #names: (keyof Values & string)[];
  readonly #$values: ReadableAtom<Values>;
  readonly #saved: Map<string, string>;
  /** A value that the server rejected is not sent again unchanged. */
  readonly #rejected = new Map<string, string>();

  constructor(saved: Values, $values: ReadableAtom<Values>) {
    this.#names = Object.keys(saved) as (keyof Values & string)[];
    this.#$values = $values;
    this.#saved = new Map(this.#names.map((name) => [name, JSON.stringify(saved[name])]));
  }

  /** Returns the field that `languages.0.level` is part of. */
  findName(path: string): (keyof Values & string) | undefined {
    return this.#names.find((name) => path === name || path.startsWith(`${name}.`));
  }

  /** Returns the errors that are about these fields, by field. */
  listNamed(errors: Readonly<Record<string, string>>): [keyof Values & string, string][] {
    return Object.entries(errors).flatMap(([path, message]) => {
      const name = this.findName(path);
      return name ? [[name, message]] : [];
    });
  }

  listUnsaved(): [keyof Values & string, string][] {
    return this.#names
      .map((name): [keyof Values & string, string] => [name, this.#jsonOf(name)])
      .filter(([name, json]) => json !== this.#saved.get(name));
  }

  /** Returns the unsaved fields that are valid and not rejected, or null when there are none. */
  findChange(isValid: (name: keyof Values & string) => boolean): FieldChange<Values> | null {
    const fields = this.listUnsaved().filter(
      ([name, json]) => json !== this.#rejected.get(name) && isValid(name),
    );
    return fields.length > 0 ? new Map(fields) : null;
  }

  pickValues(names: readonly (keyof Values & string)[]): Partial<Values> {
    const values = this.#$values.get();
    return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
  }

  markSaved(change: FieldChange<Values>): void {
    for (const [name, json] of change) this.#saved.set(name, json);
  }

  /** Remembers the rejected value. Returns whether the field still has it. */
  reject(name: keyof Values & string, sent: FieldChange<Values>): boolean {
    this.#rejected.set(name, sent.get(name) ?? '');
    return this.#jsonOf(name) === sent.get(name);
  }

  #jsonOf(name: keyof Values & string): string {
    return JSON.stringify(this.#$values.get()[name]);
  }
}

function formStateOf(state: AutosaveState, hasSaved: boolean, hasUnsaved: boolean): AutosaveFormState {
  if (state.kind === 'signed-out') return 'failed';
  if (state.kind !== 'saved') return state.kind;
  if (hasUnsaved) return 'unsaved';
  return hasSaved ? 'saved' : 'idle';
}
