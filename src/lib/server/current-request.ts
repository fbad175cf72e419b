import { AsyncLocalStorage } from 'node:async_hooks';

/** What the process knows about the request that it is handling. */
export interface CurrentRequest {
  readonly id: string;
  /** The pattern of its address, such as `/api/v1/live-events/{idOrSlug}/`; null until it is found. Never what was asked for. */
  route: string | null;
  /** Whether it only reads, by its method. */
  readonly isRead?: boolean;
  /** Milliseconds for which it has waited for the database. */
  databaseMs?: number;
  /** The trace that its statements belong to, where traces are exported. */
  trace?: unknown;
}

const requests = new AsyncLocalStorage<CurrentRequest>();

/** Runs the handling of one request. Its log lines, error response and error page get its id. [C-40] */
export const withRequest = (request: CurrentRequest, handle: () => void): void =>
  requests.run(request, handle);

/** Returns the request that is being handled, or undefined outside of one and in development. */
export const findRequest = (): CurrentRequest | undefined => requests.getStore();

/** Gives the request that is being handled its route, by which it is counted. */
export function nameRoute(route: string): void {
  const request = findRequest();
  if (request) request.route = route;
}

/** Runs work that does not belong to the request that has caused it, such as a timer that goes on after it. */
export const outsideRequest = <Result>(work: () => Result): Result => requests.exit(work);
