interface DriverError {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
}

/** Returns whether a unique constraint rejected a row; with `constraint`, whether that one did. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: violated } = (error ?? {}) as DriverError;
  return code === '23505' && (constraint === undefined || violated === constraint);
}

/** Returns whether a unique, foreign key or check constraint rejected a row. */
export function isConstraintViolation(error: unknown): boolean {
  const { code } = (error ?? {}) as DriverError;
  return code === '23505' || code === '23503' || code === '23514';
}

// A socket could not be opened or broke, or a name did not resolve.
const network =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection exceptions (08), a full disk, no memory or too
// many connections (53100 to 53300), shutting down or starting (57P01 to 57P03), our own timeouts (57014, 25P03),
// and a server that is read-only after a failover, as is the embedded database with a full disk (25006).
const states = /^(08...|53[123]00|57P0[123]|57014|25P03|25006)$/;
// The disk of an upload, or its quota, is full.
const fullDisk = /^(ENOSPC|EDQUOT)$/;
// Messages of errors that pg, its pool, Kysely and PGlite throw without a code.
const sentences =
  /timeout exceeded when trying to connect|connection terminated|not queryable|cannot use a pool after|driver has already been destroyed|PGlite (instance )?is (already )?clos(ed|ing)/i;

/**
 * Returns whether the database is unreachable or a disk is full for now, so that the same request may succeed later. The
 * API responds with 503.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
  const { code, message } = error as DriverError;
  if (typeof code === 'string' && (network.test(code) || states.test(code) || fullDisk.test(code)))
    return true;
  return sentences.test(String(message)) || (error.cause !== undefined && isUnavailable(error.cause));
}

// One statement or transaction took too long, for example because it waited for a lock.
const timeouts = /^(57014|25P03)$/;

/** Returns whether the next statement would most likely fail as well. After a timeout, another one may succeed. */
export const isOutage = (error: unknown): boolean =>
  isUnavailable(error) && !timeouts.test(String((error as DriverError).code));
