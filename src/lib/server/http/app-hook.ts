import type { Runtime } from '../runtime.ts';

/** A prerendered error page, which server.mjs holds in memory. */
export interface ErrorPage {
  html: Uint8Array<ArrayBuffer>;
  policy: string;
}
export type ErrorStatus = 404 | 500 | 503;
export type FindErrorPage = (status: ErrorStatus) => ErrorPage | null;

/** What server.mjs finds after it has loaded Astro's bundle: the bundle's one runtime, and a place for the error pages. */
export interface AppHook {
  start(errorPages: FindErrorPage): Promise<Runtime>;
}

const key = Symbol.for('liftoff.app');

/** Called by the bundle. The answer finds error pages once server.mjs has given them; in development there are none. */
export function registerApp(getRuntime: () => Promise<Runtime>): FindErrorPage {
  let find: FindErrorPage = () => null;
  const hook: AppHook = {
    start(errorPages) {
      find = errorPages;
      return getRuntime();
    },
  };
  Reflect.set(globalThis, key, hook);
  return (status) => find(status);
}

/** Called by server.mjs, which shares no module with the bundle. */
export function registeredApp(): AppHook {
  const hook = Reflect.get(globalThis, key) as AppHook | undefined;
  if (!hook) throw new Error('The build holds no src/fetch.ts. Run "npm run build".');
  return hook;
}
