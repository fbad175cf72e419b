import { atom, computed, type ReadableAtom } from 'nanostores';

type Formatter = (value: string) => string;

export interface FieldRules {
  /** FORM-05: runs on each change, and on blur unless `formatOnBlur` does. */
  format?: Formatter;
  formatOnBlur?: Formatter;
  /** One sentence when the value is wrong, else null. */
  check?: (value: string, values: Readonly<Record<string, string>>) => string | null;
}

export type FormErrors<Name extends string> = Partial<Record<Name, string>>;

export interface Form<Name extends string> {
  $values: ReadableAtom<Readonly<Record<Name, string>>>;
  $errors: ReadableAtom<Readonly<FormErrors<Name>>>;
  /** Those of `$errors` that another value would mend; not those of a failure that may be gone at the next try. */
  $valueErrors: ReadableAtom<Readonly<FormErrors<Name>>>;
  $formError: ReadableAtom<string | null>;
  $isValid: ReadableAtom<boolean>;
  $isPristine: ReadableAtom<boolean>;
  $isSubmitting: ReadableAtom<boolean>;
  /** Counts up whenever a submit left errors behind: the view then moves the focus to the first of them. */
  $failures: ReadableAtom<number>;
  change(name: Name, value: string): void;
  blur(name: Name): void;
  /** Whether the value would pass, without showing anything. */
  passes(name: Name): boolean;
  validate(names?: readonly Name[]): boolean;
  /** `isPassing`: the failure may be gone at the next try. */
  setErrors(errors: FormErrors<Name>, formError?: string | null, isPassing?: boolean): void;
  /** Runs the task unless one is running; true while it runs is `$isSubmitting`. */
  submit(task: () => Promise<void>): Promise<void>;
  reset(values?: Partial<Record<Name, string>>): void;
}

/** FORM-01 to FORM-05, FORM-13: what every form of the product shares; the rules come from the contract's fields. */
export function createForm<Name extends string>(
  initialValues: Record<Name, string>,
  rules: Partial<Record<Name, FieldRules>>,
): Form<Name> {
  type Values = Record<Name, string>;
  const names = Object.keys(initialValues) as Name[];
  const $initial = atom<Values>({ ...initialValues });
  const $values = atom<Values>({ ...initialValues });
  const $errors = atom<FormErrors<Name>>({});
  const $formError = atom<string | null>(null);
  const $isPassing = atom(false);
  const $isSubmitting = atom(false);
  const $failures = atom(0);
  let latestSubmit = 0;
  const $isValid = computed($errors, (errors) => !Object.values(errors).some(Boolean));
  const $valueErrors = computed(
    [$errors, $isPassing],
    (errors, isPassing): FormErrors<Name> => (isPassing ? {} : errors),
  );
  const $isPristine = computed([$values, $initial], (values, initial) =>
    names.every((name) => values[name] === initial[name]),
  );

  function store(name: Name, value: string): void {
    const values = $values.get();
    if (values[name] === value) return;
    $values.set({ ...values, [name]: value });
    clearErrors(name);
  }

  /** FORM-02 */
  function clearErrors(name: Name): void {
    const { [name]: _, ...others } = $errors.get();
    $errors.set(others as FormErrors<Name>);
    $formError.set(null);
  }

  function check(name: Name): string | null {
    const values = $values.get();
    return rules[name]?.check?.(values[name], values) ?? null;
  }

  function show(errors: FormErrors<Name>, formError: string | null, isPassing: boolean): void {
    $isPassing.set(isPassing);
    $errors.set(errors);
    $formError.set(formError);
    if (!$isValid.get() || formError !== null) $failures.set($failures.get() + 1);
  }

  return {
    $values,
    $errors,
    $valueErrors,
    $formError,
    $isValid,
    $isPristine,
    $isSubmitting,
    $failures,

    change(name, value) {
      store(name, rules[name]?.format?.(value) ?? value);
    },

    blur(name) {
      const format = rules[name]?.formatOnBlur ?? rules[name]?.format;
      if (format) store(name, format($values.get()[name]));
    },

    passes: (name) => check(name) === null,

    /** FORM-03: all failing fields at once. */
    validate(checked = names) {
      const errors: FormErrors<Name> = {};
      for (const name of checked) {
        const message = check(name);
        if (message !== null) errors[name] = message;
      }
      show(errors, null, false);
      return $isValid.get();
    },

    /** FORM-13 */
    setErrors(errors, formError = null, isPassing = false) {
      show(errors, formError, isPassing);
    },

    async submit(task) {
      if ($isSubmitting.get()) return;
      const mine = ++latestSubmit;
      $isSubmitting.set(true);
      try {
        await task();
      } finally {
        if (mine === latestSubmit) $isSubmitting.set(false);
      }
    },

    reset(values = {}) {
      latestSubmit += 1;
      $isSubmitting.set(false);
      const fresh = { ...initialValues, ...values } as Values;
      $initial.set(fresh);
      $values.set({ ...fresh });
      $errors.set({});
      $formError.set(null);
    },
  };
}
