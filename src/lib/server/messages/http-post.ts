import { DeliveryError } from './message.ts';

/** What a provider gets; the body is final, since a signature may cover it. */
export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
}

const totalMs = 5000;
// Refused for what it says, so the same message would be refused again.
const refusesTheMessage = (status: number) => status === 400 || status === 422;

/**
 * Posts once, within 5 seconds for everything; redirects are not followed. Where no connection was made, so
 * that the provider cannot have taken the message, tries one more time (C-41).
 * @returns the text of a 2xx answer
 * @throws DeliveryError
 */
export async function post(request: Post): Promise<string> {
  const signal = AbortSignal.timeout(totalMs);
  try {
    return await attempt(request, signal);
  } catch (error) {
    if (!neverConnected(error) || signal.aborted) throw asDeliveryError(error);
    return attempt(request, signal).catch((again) => Promise.reject(asDeliveryError(again)));
  }
}

async function attempt({ url, headers, body }: Post, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    // A kept-alive connection may be closed by the other side just as we write: then nobody knows what arrived.
    headers: { ...headers, connection: 'close' },
    body,
    redirect: 'manual',
    signal,
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new DeliveryError(`the provider answered ${response.status}`, {
    isFinal: refusesTheMessage(response.status),
  });
}

/** The failure lies before the first byte: no name, no route, or nobody listening. */
function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const failures: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return failures.every((failure) => {
    const { syscall, code } = (failure ?? {}) as { syscall?: string; code?: string };
    return syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT';
  });
}

function asDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const { name, cause } = error as Error & { cause?: { code?: string } };
  const reason = name === 'TimeoutError' ? 'no answer within 5 s' : `not reached (${cause?.code ?? name})`;
  return new DeliveryError(`the provider: ${reason}`, { cause: error, isUncertain: !neverConnected(error) });
}
