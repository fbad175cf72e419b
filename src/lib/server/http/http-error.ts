import { type ErrorBody, type ErrorCode, errors } from '#lib/contract/core/errors.ts';
import { waitText } from '#lib/domain/core/limits/wait-text.ts';

interface HttpErrorOptions {
  /** Replaces the message of the error code. */
  message?: string;
  /** Invalid fields, each with its message; a list of names gives all of them the message above. */
  fields?: readonly string[] | Record<string, string>;
  /** Seconds; also sent as Retry-After. */
  retryAfter?: number;
  attemptsRemaining?: number;
  headers?: Record<string, string>;
  /** Further fields of the body, which `ErrorBody` documents. */
  extra?: Record<string, unknown>;
}

/** Retry-After while the database is unreachable. Every request tries to reach it. */
export const outageSeconds = 5;

/** An expected failure, which a handler throws. Any other error becomes one logged 500. */
export class HttpError extends Error {
  readonly status: number;
  readonly errorCode: ErrorCode;
  readonly options: HttpErrorOptions;

  constructor(errorCode: ErrorCode, options: HttpErrorOptions = {}) {
    const [status, message] = errors[errorCode];
    super(options.message ?? withWait(message, errorCode, options.retryAfter));
    this.name = 'HttpError';
    this.status = status;
    this.errorCode = errorCode;
    this.options = options;
  }

  /** Returns the body of the response with camelCase keys. */
  body(requestId: string): ErrorBody {
    const { fields = {}, retryAfter, attemptsRemaining, extra } = this.options;
    return {
      ...extra,
      errorCode: this.errorCode,
      error: this.message,
      fieldErrors: isList(fields) ? Object.fromEntries(fields.map((name) => [name, this.message])) : fields,
      requestId,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(attemptsRemaining === undefined ? {} : { attemptsRemaining }),
    };
  }

  headers(): Record<string, string> {
    const { retryAfter, headers } = this.options;
    return { ...headers, ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }) };
  }
}

/** Returns the message of a 429 with the time at which to try again, in minutes or hours. [C-12] */
function withWait(message: string, errorCode: ErrorCode, seconds: number | undefined): string {
  if (errors[errorCode][0] !== 429 || seconds === undefined) return message;
  // The next OTP is less than a minute away, which the form counts down.
  if (errorCode === 'OTP_ATTEMPTS_EXCEEDED' && seconds <= 60) return message;
  const [, what, action = ' Try again'] = /^(.+?\.)( Request a new OTP)?/.exec(message) ?? [];
  return `${what}${action} in ${waitText(seconds)}.`;
}

const isList = (fields: readonly string[] | Record<string, string>): fields is readonly string[] =>
  Array.isArray(fields);
