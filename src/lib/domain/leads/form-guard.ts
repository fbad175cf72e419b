/** What an open form sends besides its fields, to tell people from programs. */
export interface FormGuard {
  /** A field that nobody sees. */
  website?: string | undefined;
  /**
   * For how many milliseconds the form was shown, measured and not read off a clock that may be wrong; absent where
   * nobody measured: without script on a page that was made beforehand, or that needs no typing.
   */
  elapsedMs?: number | undefined;
}

/** Nobody reads a form, fills it in and sends it faster than this. */
export const fastestMs = 1500;

/** Whether a program filled the form in. */
export const isFilledByProgram = ({ website, elapsedMs }: FormGuard): boolean =>
  Boolean(website) || (elapsedMs !== undefined && elapsedMs >= 0 && elapsedMs < fastestMs);

/** A page that has been open for longer than this is rare, and a number that names no page at all is not. */
const longestMs = 86_400_000;

/**
 * Whether the form says that a person took their time; else it draws on a smaller common budget. It is a word that
 * anybody can say: it sorts out programs that were not written for this site, and no others.
 */
export const hasTakenTime = ({ elapsedMs }: FormGuard): boolean =>
  elapsedMs !== undefined && elapsedMs >= fastestMs && elapsedMs < longestMs;
