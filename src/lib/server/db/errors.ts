interface DriverError {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
}

/** A row that must be the only one of its kind exists already; `constraint` is the index's name. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: violated } = (error ?? {}) as DriverError;
  return code === '23505' && (constraint === undefined || violated === constraint);
}

// Sockets that could not be opened or broke, names that did not resolve.
const network =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection exceptions (08), too many
// connections (53300), shutting down or starting (57P01 to 57P03), a time-out of ours (57014, 25P03),
// and a server that has become read-only since a failover (25006).
const states = /^(08...|53300|57P0[123]|57014|25P03|25006)$/;
// What pg, its pool, Kysely and PGlite throw without a code.
const sentences =
  /timeout exceeded when trying to connect|connection terminated|not queryable|cannot use a pool after|driver has already been destroyed|PGlite (instance )?is (already )?clos(ed|ing)/i;

/** The database cannot be asked now, and the same request may well succeed later: the API answers 503. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
  const { code, message } = error as DriverError;
  if (typeof code === 'string' && (network.test(code) || states.test(code))) return true;
  return sentences.test(String(message)) || (error.cause !== undefined && isUnavailable(error.cause));
}
