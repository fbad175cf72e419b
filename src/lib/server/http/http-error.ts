import { type ErrorBody, type ErrorCode, errors } from '#lib/contract/core/errors.ts';

interface Options {
  /** Shown instead of the code's own sentence. */
  message?: string;
  /** Fields at fault; `true`-like shorthand: a list of names that all get the sentence. */
  fields?: readonly string[] | Record<string, string>;
  /** Seconds, sent as Retry-After too. */
  retryAfter?: number;
  attemptsRemaining?: number;
  headers?: Record<string, string>;
  /** More of the body, besides what every error has; documented in `ErrorBody`. */
  extra?: Record<string, unknown>;
}

/** When to try again while the database is away: it is looked for with every request. */
export const outageSeconds = 5;

/** An expected failure with a name: what a handler throws. Everything else that is thrown becomes one logged 500. */
export class HttpError extends Error {
  readonly status: number;
  readonly errorCode: ErrorCode;
  readonly options: Options;

  constructor(errorCode: ErrorCode, options: Options = {}) {
    const [status, message] = errors[errorCode];
    super(options.message ?? message);
    this.name = 'HttpError';
    this.status = status;
    this.errorCode = errorCode;
    this.options = options;
  }

  /** The body of the answer, in the names of code. */
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

const isList = (fields: readonly string[] | Record<string, string>): fields is readonly string[] =>
  Array.isArray(fields);
