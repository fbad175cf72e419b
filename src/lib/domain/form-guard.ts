/** What an open form sends besides its fields, to tell people from programs. */
export interface FormGuard {
  /** A field that nobody sees. */
  website?: string | undefined;
  /** When the page showed the form, in milliseconds since 1970 by the visitor's clock; absent without script. */
  startedAt?: number | undefined;
}

/** Nobody reads a form, fills it in and sends it faster than this. */
export const fastestMs = 1500;

/**
 * Whether a program filled the form in. A visitor's clock may be wrong: a start that lies in the future says nothing
 * and so counts against nobody.
 */
export function isFilledByProgram({ website, startedAt }: FormGuard, now: number): boolean {
  if (website) return true;
  return startedAt !== undefined && startedAt <= now && now - startedAt < fastestMs;
}

/** A page that has been open for longer than this is rare, and a number that names no page at all is not. */
const longestMs = 86_400_000;

/**
 * Whether the form says that a person took their time; else it draws on a smaller common budget. It is a word that
 * anybody can say: it sorts out programs that were not written for this site, and no others.
 */
export function hasTakenTime({ startedAt }: FormGuard, now: number): boolean {
  return startedAt !== undefined && startedAt <= now - fastestMs && startedAt > now - longestMs;
}
