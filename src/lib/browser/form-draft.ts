import { isLoggedOut } from './user-event.ts';

/** The unsaved values of a form, for a reload of this tab. They are stored with the person's id, so that nobody else gets them. */
type Draft = Readonly<Record<string, string>>;

const keyOf = (form: string) => `liftoff:draft:${form}`;

/** Stores the draft, or removes it when it is empty. Stores nothing after a logout, which has deleted all drafts. */
export function saveDraft(form: string, userId: string, values: Draft): void {
  try {
    if (isLoggedOut() || Object.keys(values).length === 0) sessionStorage.removeItem(keyOf(form));
    else sessionStorage.setItem(keyOf(form), JSON.stringify({ userId, values }));
  } catch {
    // Storage may be full or forbidden; then a reload loses what was typed.
  }
}

/** Returns the person's draft, empty when there is none. */
export function findDraft(form: string, userId: string): Draft {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null');
    return draft?.userId === userId ? draft.values : {};
  } catch {
    return {};
  }
}
