/**
 * What a person typed into a lead form and could not send, for a reload of this tab. It is removed when it is sent, with the tab, and at
 * a log-out. Forms with codes or passwords have nothing here. [APP-01]
 */

export interface UnsentLead {
  values: Readonly<Record<string, string>>;
  /** Whether the person was told that the form is sent when they are back online. */
  isWaiting: boolean;
}

const keyOf = (form: string) => `liftoff:unsent:${form}`;
/** After this time the answers are shown, but not sent by themselves: the person may have forgotten them. */
const maxWaitMs = 86_400_000;

/** Stores the answers of a form. */
export function saveUnsentLead(form: string, lead: UnsentLead): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify({ ...lead, savedAt: Date.now() }));
  } catch {
    // Storage may be full or forbidden; then a reload loses what was typed.
  }
}

/** Returns the stored answers of a form, or null. */
export function findUnsentLead(form: string): UnsentLead | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null');
    if (!stored) return null;
    const isRecent = Date.now() - stored.savedAt < maxWaitMs;
    return { values: stored.values, isWaiting: stored.isWaiting && isRecent };
  } catch {
    return null;
  }
}

/** Removes the answers of a form. */
export function removeUnsentLead(form: string): void {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // Forbidden storage holds nothing.
  }
}
