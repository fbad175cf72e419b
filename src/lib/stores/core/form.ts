import { atom, computed, type ReadableAtom } from 'nanostores';

type Formatter = (value: string) => string;

export interface FieldRules {
  /** Runs at each change, and also on blur unless there is a `formatOnBlur`. (FORM-05) */
  format?: Formatter;
  formatOnBlur?: Formatter;
  /** Returns one sentence for an invalid value, else null. */
  check?: (value: string, values: Readonly<Record<string, string>>) => string | null;
}

export type FormErrors<Name extends string> = Partial<Record<Name, string>>;

export interface Form<Name extends string> extends ErrorStores<Name> {
  $values: ReadableAtom<Readonly<Record<Name, string>>>;
  $isPristine: ReadableAtom<boolean>;
  $isSubmitting: ReadableAtom<boolean>;
  change(name: Name, value: string): void;
  blur(name: Name): void;
  /** Returns whether the value is valid, without showing anything. */
  isFieldValid(name: Name): boolean;
  /** Shows the errors of all invalid fields at once, and returns whether there are none. (FORM-03) */
  validate(names?: readonly Name[]): boolean;
  /** Shows the server's errors. `isTemporary`: the next attempt may succeed with the same values. (FORM-13) */
  setErrors(errors: FormErrors<Name>, formError?: string | null, isTemporary?: boolean): void;
  /** Runs the task, unless one is running. */
  submit(task: () => Promise<void>): Promise<void>;
  reset(values?: Partial<Record<Name, string>>): void;
}

interface ErrorStores<Name extends string> {
  $errors: ReadableAtom<Readonly<FormErrors<Name>>>;
  /** The errors that another value would fix, without those of a temporary failure. */
  $valueErrors: ReadableAtom<Readonly<FormErrors<Name>>>;
  $formError: ReadableAtom<string | null>;
  $isValid: ReadableAtom<boolean>;
  /** Counts the submits that left errors: the view then moves the focus to the first of them. */
  $failures: ReadableAtom<number>;
}

/**
 * Creates a form of text fields with their errors and the state of its submit. The rules come from the contract's fields.
 * [FORM-01 to FORM-05] [FORM-13]
 */
export function createForm<Name extends string>(
  initialValues: Record<Name, string>,
  rules: Partial<Record<Name, FieldRules>>,
): Form<Name> {
  type Values = Record<Name, string>;
  const names = Object.keys(initialValues) as Name[];
  const $initial = atom<Values>({ ...initialValues });
  const $values = atom<Values>({ ...initialValues });
  const errors = createErrors<Name>();
  const $isSubmitting = atom(false);
  let latestTask = 0;

  function setValue(name: Name, value: string): void {
    const values = $values.get();
    if (values[name] === value) return;
    $values.set({ ...values, [name]: value });
    errors.clear(name);
  }

  function check(name: Name): string | null {
    const values = $values.get();
    return rules[name]?.check?.(values[name], values) ?? null;
  }

  return {
    $values,
    ...errors.stores,
    $isPristine: computed([$values, $initial], (values, initial) =>
      names.every((name) => values[name] === initial[name]),
    ),
    $isSubmitting,

    change(name, value) {
      setValue(name, rules[name]?.format?.(value) ?? value);
    },

    blur(name) {
      const format = rules[name]?.formatOnBlur ?? rules[name]?.format;
      if (format) setValue(name, format($values.get()[name]));
    },

    isFieldValid: (name) => check(name) === null,

    validate(checked = names) {
      const found: FormErrors<Name> = {};
      for (const name of checked) {
        const message = check(name);
        if (message !== null) found[name] = message;
      }
      errors.set(found);
      return errors.stores.$isValid.get();
    },

    setErrors: errors.set,

    async submit(task) {
      if ($isSubmitting.get()) return;
      const own = ++latestTask;
      $isSubmitting.set(true);
      try {
        await task();
      } finally {
        if (own === latestTask) $isSubmitting.set(false);
      }
    },

    reset(values = {}) {
      latestTask += 1;
      $isSubmitting.set(false);
      const fresh = { ...initialValues, ...values } as Values;
      $initial.set(fresh);
      $values.set({ ...fresh });
      errors.reset();
    },
  };
}

/** Creates the errors of the fields and of the form itself. */
function createErrors<Name extends string>() {
  const $errors = atom<FormErrors<Name>>({});
  const $formError = atom<string | null>(null);
  const $isTemporary = atom(false);
  const $failures = atom(0);
  const $isValid = computed($errors, (errors) => !Object.values(errors).some(Boolean));
  const $valueErrors = computed(
    [$errors, $isTemporary],
    (errors, isTemporary): FormErrors<Name> => (isTemporary ? {} : errors),
  );

  function set(errors: FormErrors<Name>, formError: string | null = null, isTemporary = false): void {
    $isTemporary.set(isTemporary);
    $errors.set(errors);
    $formError.set(formError);
    if (!$isValid.get() || formError !== null) $failures.set($failures.get() + 1);
  }

  /** A changed field loses its error, and the form its own. (FORM-02) */
  function clear(name: Name): void {
    const { [name]: _, ...others } = $errors.get();
    $errors.set(others as FormErrors<Name>);
    $formError.set(null);
  }

  function reset(): void {
    $errors.set({});
    $formError.set(null);
  }

  return { stores: { $errors, $valueErrors, $formError, $isValid, $failures }, set, clear, reset };
}
