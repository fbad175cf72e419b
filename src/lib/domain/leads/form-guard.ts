/** What a form sends besides its fields, to tell people from programs. */
export interface FormGuard {
  /** Honeypot: a field that people do not see. */
  website?: string | undefined;
  /**
   * How many milliseconds the form was open, measured rather than computed from the visitor's clock. Absent where nobody
   * measured it: without script on a prerendered page, or where everything was filled in already.
   */
  elapsedMs?: number | undefined;
}

/** Nobody reads a form, fills it in and sends it faster than this. */
export const minFillMs = 1500;

/** Whether a program filled the form in. */
export const isFilledByProgram = ({ website, elapsedMs }: FormGuard): boolean =>
  Boolean(website) || (elapsedMs !== undefined && elapsedMs >= 0 && elapsedMs < minFillMs);

/** A page is rarely open for longer than a day, so a larger number is made up. */
const maxOpenMs = 86_400_000;

/**
 * Whether the form claims a credible time. A form that does not draws on a smaller shared rate limit. Anybody can send
 * such a number, so this stops only programs that were not written for this site.
 */
export const hasCredibleTime = ({ elapsedMs }: FormGuard): boolean =>
  elapsedMs !== undefined && elapsedMs >= minFillMs && elapsedMs < maxOpenMs;
