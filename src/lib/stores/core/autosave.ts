import { atom, type ReadableAtom } from 'nanostores';
import { findDraft, keepDraft } from '#lib/browser/form-draft.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { type Failure, failureOf } from './failure.ts';

export type SaveState = 'idle' | 'unsaved' | 'saving' | 'saved' | 'failed';

/** A form that has no save button: what is typed is kept at once on the device, and soon on the server. */
export interface Autosave<Values extends object> {
  /** What the fields show. */
  $values: ReadableAtom<Values>;
  /** One per field (FORM-01). */
  $errors: ReadableAtom<Partial<Record<keyof Values, string>>>;
  $state: ReadableAtom<SaveState>;
  /** What went wrong at no field in particular. */
  $failure: ReadableAtom<Failure | null>;
  /** Saved after a pause in typing; `isDone`: at once, for what is chosen and not typed. */
  change<Name extends keyof Values>(name: Name, value: Values[Name], isDone?: boolean): void;
  /** Says what is wrong with the field, and saves what is right. */
  leave(name: keyof Values): void;
  /** Saves what is left; true when the server has everything that the fields show. */
  flush(): Promise<boolean>;
  /** Puts the server's errors at their fields (FORM-13). */
  setErrors(errors: Readonly<Record<string, string>>): void;
  /**
   * Brings back what a reload or an ended session kept from the server, goes on when the network is back, and saves
   * before the page is put away.
   */
  follow(): () => void;
}

interface Options<Values extends object> {
  /** Names the draft: nothing else in this tab is called so. */
  name: string;
  userId: string;
  values: Values;
  /** One sentence when a value is wrong (FORM-03); such a one is not sent. */
  check: <Name extends keyof Values>(name: Name, value: Values[Name]) => string | null;
  send: (changes: Partial<Values>) => Promise<void>;
}

const pauseMilliseconds = 800;

export function createAutosave<Values extends object>(options: Options<Values>): Autosave<Values> {
  const { name: form, userId, check } = options;
  type Name = keyof Values & string;
  const names = Object.keys(options.values) as Name[];
  const $values = atom<Values>({ ...options.values });
  const $errors = atom<Partial<Record<keyof Values, string>>>({});
  const $state = atom<SaveState>('idle');
  const $failure = atom<Failure | null>(null);
  /** As JSON: what the server has, and what it refused, which is not sent again as it is. */
  const kept = new Map(names.map((name) => [name, JSON.stringify(options.values[name])]));
  const refused = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<boolean> | null = null;

  /** The field that `languages.0.level` is part of. */
  const nameOf = (path: string) => names.find((name) => path === name || path.startsWith(`${name}.`));
  const textOf = (name: Name) => JSON.stringify($values.get()[name]);
  const unsaved = () => names.filter((name) => textOf(name) !== kept.get(name));
  const sendable = () =>
    unsaved().filter((name) => textOf(name) !== refused.get(name) && !check(name, $values.get()[name]));

  function change<Changed extends keyof Values>(name: Changed, value: Values[Changed], isDone = false): void {
    $values.set({ ...$values.get(), [name]: value });
    showError(name as Name, null);
    rememberDraft();
    if (unsaved().length && $state.get() !== 'saving') $state.set('unsaved');
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), isDone ? 0 : pauseMilliseconds);
  }

  function showError(name: Name, message: string | null): void {
    const { [name]: _, ...others } = $errors.get();
    $errors.set((message ? { ...others, [name]: message } : others) as Partial<Record<keyof Values, string>>);
  }

  function rememberDraft(): void {
    keepDraft(form, userId, Object.fromEntries(unsaved().map((name) => [name, textOf(name)])));
  }

  function flush(): Promise<boolean> {
    clearTimeout(timer);
    saving ??= saveAll().finally(() => {
      saving = null;
    });
    return saving;
  }

  /** One call at a time, so that no answer tells of an older state than the one before it. */
  async function saveAll(): Promise<boolean> {
    for (let left = sendable(); left.length; left = sendable()) {
      $state.set('saving');
      const sent = new Map(left.map((name) => [name, textOf(name)]));
      const values = $values.get();
      try {
        await options.send(Object.fromEntries(left.map((name) => [name, values[name]])) as Partial<Values>);
        for (const [name, text] of sent) kept.set(name, text);
        rememberDraft();
        // Not before: pressing what the failure offers leaves a field, which tries once more.
        $failure.set(null);
      } catch (error) {
        if (!refuse(error, sent)) {
          $failure.set(failureOf(error, { isTyped: true }));
          $state.set('failed');
          return false;
        }
      }
    }
    const isAll = unsaved().length === 0;
    if ($state.get() !== 'idle') $state.set(isAll ? 'saved' : 'unsaved');
    return isAll;
  }

  /** Whether the server named fields of those sent: what it did not name is sent again without them. */
  function refuse(error: unknown, sent: ReadonlyMap<Name, string>): boolean {
    const fieldErrors = error instanceof ApiError ? Object.entries(error.fieldErrors) : [];
    const own = fieldErrors.flatMap(([path, message]) => {
      const name = nameOf(path);
      return name && sent.has(name) ? [[name, message] as const] : [];
    });
    for (const [name, message] of own) {
      refused.set(name, sent.get(name) ?? '');
      if (textOf(name) === sent.get(name)) showError(name, message);
    }
    return own.length > 0;
  }

  return {
    $values,
    $errors,
    $state,
    $failure,
    change,
    flush,

    leave(name) {
      const message = check(name, $values.get()[name]);
      if (message) showError(name as Name, message);
      if (unsaved().length) void flush();
    },

    setErrors(errors) {
      for (const [path, message] of Object.entries(errors)) {
        const name = nameOf(path);
        if (name) showError(name, message);
      }
    },

    follow() {
      for (const [name, text] of Object.entries(findDraft(form, userId)))
        if (names.includes(name as Name)) change(name as Name, JSON.parse(text), true);
      const retry = () => void flush();
      const save = () => document.hidden && void flush();
      addEventListener('online', retry);
      globalThis.document?.addEventListener('visibilitychange', save);
      return () => {
        removeEventListener('online', retry);
        globalThis.document?.removeEventListener('visibilitychange', save);
        clearTimeout(timer);
      };
    },
  };
}
