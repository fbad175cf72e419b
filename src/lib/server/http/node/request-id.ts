import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const key = Symbol.for('liftoff.request-ids');

/** server.mjs and Astro's bundle have a copy of this module each, and share what it stores. */
const requestIds: AsyncLocalStorage<string> = Reflect.get(globalThis, key) ?? new AsyncLocalStorage<string>();
Reflect.set(globalThis, key, requestIds);

/** Runs the handling of one request, whose log lines and error response get the same new id. [C-40] */
export const withRequestId = (handle: () => void): void => requestIds.run(randomUUID(), handle);

/** Returns the id of the request that is being handled, or undefined outside of one and in development. */
export const findRequestId = (): string | undefined => requestIds.getStore();

/** Returns the id of the request that is being handled, or a new one. */
export const requireRequestId = (): string => findRequestId() ?? randomUUID();
