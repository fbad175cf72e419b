import { pino } from 'pino';

/** Structured, one JSON object a line, so CR and LF in a value cannot forge a line (C-40). */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Never give it a code, a cookie, a token or the text of a message; phones go through `maskPhone`. */
export function createLog(level: string = 'info'): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: presentError },
  });
}

/** What tells of the failure. Drivers hang the statement's values on their errors: phones, e-mails, texts (C-40). */
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
