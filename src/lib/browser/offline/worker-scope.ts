/** The parts of a service worker's global scope that ours use. TypeScript's library for pages does not have them. */
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly { url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    type: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}

interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
}

/** The worker is not stopped before the promise has settled. */
interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

/** A page of ours sends a request. Without `respondWith` the browser sends it as if there were no worker. */
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** The response to a navigation that the browser requested while the worker started. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
