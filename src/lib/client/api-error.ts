import type { ErrorBody, ErrorCode } from '#lib/contract/core/errors.ts';

/** API-02: the server answered, and the answer is not 2xx. */
export class ApiError extends Error {
  readonly status: number;
  /** Parsed, camelCase; null when it was not JSON (a proxy's page, for example). */
  readonly body: Partial<ErrorBody> | null;

  constructor(status: number, body: Partial<ErrorBody> | null) {
    super(body?.error ?? `The server answered ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }

  get errorCode(): ErrorCode | null {
    return this.body?.errorCode ?? null;
  }

  /** The server's own sentence, fit to show. */
  get error(): string | null {
    return this.body?.error || null;
  }

  get fieldErrors(): Readonly<Record<string, string>> {
    return this.body?.fieldErrors ?? {};
  }

  /** Seconds. */
  get retryAfter(): number | null {
    return this.body?.retryAfter ?? null;
  }
}

/** API-03 */
export class UnreadableAnswerError extends Error {
  constructor() {
    super('Failed to parse successful response body as JSON');
    this.name = 'UnreadableAnswerError';
  }
}

/** No answer came at all: offline, connection lost, or too slow. `message` is fit to show at a form. */
export class NetworkError extends Error {
  /** Fit to show where nothing was typed. */
  readonly advice: string;

  constructor(reason: 'offline' | 'unreachable' | 'timeout', cause?: unknown) {
    const advice = `${reasons[reason]} Check your connection and try again`;
    super(`${advice} – what you typed is kept.`, { cause });
    this.name = 'NetworkError';
    this.advice = `${advice}.`;
  }
}

const reasons = {
  offline: 'You are offline.',
  unreachable: 'We could not reach the server.',
  timeout: 'This is taking too long.',
};
