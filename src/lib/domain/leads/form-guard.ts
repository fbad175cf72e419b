/** Fields that a form sends in addition to its own, to tell people from programs. */
export interface FormGuard {
  /** Honeypot: a field that people do not see. */
  website?: string | undefined;
  /**
   * Milliseconds for which the form was open, measured instead of computed from the visitor's clock. Absent
   * if it was not measured: without JavaScript on a prerendered page, or if everything was filled in already.
   */
  elapsedMs?: number | undefined;
}

/** People cannot read, fill in and submit a form faster than this. */
export const minFillMs = 1500;

/** Returns whether a program filled the form in. */
export const isFilledByProgram = ({ website, elapsedMs }: FormGuard): boolean =>
  Boolean(website) || (elapsedMs !== undefined && elapsedMs >= 0 && elapsedMs < minFillMs);

/** A page is rarely open for longer than a day, so a larger number is made up. */
const maxOpenMs = 86_400_000;

/**
 * Returns whether the form has a plausible time. Other forms use a smaller shared rate limit. Anybody can
 * send such a number, so this stops only programs that were not written for this site.
 */
export const hasCredibleTime = ({ elapsedMs }: FormGuard): boolean =>
  elapsedMs !== undefined && elapsedMs >= minFillMs && elapsedMs < maxOpenMs;
