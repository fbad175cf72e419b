import { pino } from 'pino';

/** Structured, one JSON object a line, so CR and LF in a value cannot forge a line (C-40). */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>;

/**
 * Creates the log. Callers must not log a code, a cookie, a token or the text of a message; phone numbers
 * must pass through `maskPhone`.
 */
export function createLog(level: string = 'info'): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: presentError },
  });
}

/**
 * Returns the loggable parts of an error. Drivers attach the statement's values to their errors: phones,
 * emails, texts (C-40).
 */
export function presentError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, message, stack, code, constraint } = error as Error & {
    code?: unknown;
    constraint?: unknown;
  };
  return { type: name, message, code, constraint, stack };
}

/** `+919876543210` → `+**********10` (C-40). */
export function maskPhone(phoneE164: string): string {
  return phoneE164.replace(/\d(?=\d{2})/g, '*');
}
