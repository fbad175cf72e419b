import type { ErrorBody, ErrorCode } from '#lib/contract/core/errors.ts';

/** A response with a status other than 2xx. [API-02] */
export class ApiError extends Error {
  readonly status: number;
  /** The parsed body in camelCase; null when it was not JSON, for example a proxy's page. */
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

  /** The server's message for people. */
  get error(): string | null {
    return this.body?.error || null;
  }

  get fieldErrors(): Readonly<Record<string, string>> {
    return this.body?.fieldErrors ?? {};
  }

  /** The time in seconds. */
  get retryAfter(): number | null {
    return this.body?.retryAfter ?? null;
  }
}

/** A successful response whose body is not JSON. [API-03] */
export class UnreadableResponseError extends Error {
  constructor() {
    super('Failed to parse successful response body as JSON');
    this.name = 'UnreadableResponseError';
  }
}

type NetworkReason = keyof typeof reasons;

/** No response arrived: offline, connection lost or timeout. `message` is meant for a form. */
export class NetworkError extends Error {
  /** The message where nothing was typed. */
  readonly advice: string;
  readonly reason: NetworkReason;

  constructor(reason: NetworkReason, cause?: unknown) {
    const advice = `${reasons[reason]} Check your connection and try again`;
    super(`${advice} – what you typed is kept.`, { cause });
    this.name = 'NetworkError';
    this.advice = `${advice}.`;
    this.reason = reason;
  }
}

const reasons = {
  offline: 'You are offline.',
  unreachable: 'We could not reach the server.',
  timeout: 'This is taking too long.',
};
