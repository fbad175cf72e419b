import { DeliveryError } from './message.ts';

/** A request to a provider. The body is sent as it is, because a signature may cover it. */
export interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** 5 seconds unless given. */
  totalMs?: number;
  /** Says what a rejection means, where the provider tells more than the status does. */
  classify?: (rejection: Rejection) => RejectionKind;
}

export interface Rejection {
  status: number;
  headers: Headers;
  text: string;
}

export interface RejectionKind {
  /** The provider rejected the message for its content, so a retry would fail too. */
  isFinal: boolean;
  /** The provider rejected us, and has certainly not taken the message. */
  isNotTaken: boolean;
  /** The provider's own code. */
  code?: string | null;
}

const defaultMs = 5000;
// The provider rejected the message for its content, so a retry would fail too.
const rejectsContent = (status: number) => status === 400 || status === 422;
// The provider rejected us: the login, the balance, or too many requests.
const rejectsAccount = (status: number) => [401, 402, 403, 429].includes(status);

/** What the status alone says. */
export const classifyStatus = ({ status }: Pick<Rejection, 'status'>): RejectionKind => ({
  isFinal: rejectsContent(status),
  isNotTaken: rejectsAccount(status),
});

/**
 * Posts a request and returns the text of a 2xx response, within 5 seconds in all unless given and without following redirects.
 * Retries once where no connection was made, so that the provider cannot have received the message. Throws
 * DeliveryError. [C-41]
 */
export async function post(request: PostRequest): Promise<string> {
  const { totalMs = defaultMs } = request;
  const signal = AbortSignal.timeout(totalMs);
  try {
    return await attempt(request, signal);
  } catch (error) {
    if (!isConnectionFailure(error) || signal.aborted) throw toDeliveryError(error, totalMs);
    return attempt(request, signal).catch((again) => Promise.reject(toDeliveryError(again, totalMs)));
  }
}

async function attempt(
  { url, headers, body, classify = classifyStatus }: PostRequest,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    // The provider may close a kept-alive connection while we write, and then it is unknown what arrived.
    headers: { ...headers, connection: 'close' },
    body,
    redirect: 'manual',
    signal,
  });
  const text = await response.text();
  if (response.ok) return text;
  const { code, ...meaning } = classify({ status: response.status, headers: response.headers, text });
  throw new DeliveryError(
    `the provider answered ${response.status}${code ? `, error ${code}` : ''}`,
    meaning,
  );
}

/** Returns whether the failure came before the first byte: no name, no route, or no listener. */
function isConnectionFailure(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const failures: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return failures.every((failure) => {
    const { syscall, code } = (failure ?? {}) as { syscall?: string; code?: string };
    return syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT';
  });
}

function toDeliveryError(error: unknown, totalMs: number): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const { name, cause } = error as Error & { cause?: { code?: string } };
  const reason =
    name === 'TimeoutError' ? `no answer within ${totalMs / 1000} s` : `not reached (${cause?.code ?? name})`;
  return new DeliveryError(`the provider: ${reason}`, {
    cause: error,
    isUncertain: !isConnectionFailure(error),
    isNotTaken: isConnectionFailure(error),
  });
}
