/** What was typed into a form and not saved yet, for a reload of this tab. Kept under the person's id: nobody else gets it. */
type Draft = Readonly<Record<string, string>>;

const keyOf = (form: string) => `liftoff:draft:${form}`;

export function keepDraft(form: string, userId: string, values: Draft): void {
  try {
    if (Object.keys(values).length === 0) sessionStorage.removeItem(keyOf(form));
    else sessionStorage.setItem(keyOf(form), JSON.stringify({ userId, values }));
  } catch {
    // Storage may be full or forbidden; then a reload loses what was typed, as it does everywhere.
  }
}

/** Empty when there is none. */
export function findDraft(form: string, userId: string): Draft {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null');
    return draft?.userId === userId ? draft.values : {};
  } catch {
    return {};
  }
}
