import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { findRequestId } from './http/node/request-id.ts';

/** Structured, one JSON object a line, so CR and LF in a value cannot forge a line (C-40). */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>;

/**
 * Creates the log. A line that belongs to a request has the `requestId` of its error response. Callers must not log a code, a cookie, a token or the text of a message; phone numbers
 * must pass through `maskPhone`.
 */
export function createLog(level: string = 'info'): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: presentError },
    mixin: () => {
      const requestId = findRequestId();
      return requestId ? { requestId } : {};
    },
  };
  return pino(options, { write: writeLine });
}

const maxRetries = 100;
const retryMs = 10;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes a line to stdout. pino's own destination never returns when stdout is a file on a full disk. Here such a line is
 * lost and the process goes on. [C-40]
 */
function writeLine(line: string): void {
  let rest: Uint8Array = Buffer.from(line);
  for (let retries = 0; rest.length && retries < maxRetries; )
    try {
      rest = rest.subarray(writeSync(process.stdout.fd, rest));
    } catch (error) {
      // Its reader is slow, and somebody made the pipe non-blocking.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      retries += 1;
      Atomics.wait(sleeper, 0, 0, retryMs);
    }
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
