/** A prerendered error page, which server.mjs holds in memory. */
export interface ErrorPage {
  html: Uint8Array<ArrayBuffer>;
  policy: string;
}
export type ErrorStatus = 404 | 429 | 500 | 503;
export type FindErrorPage = (status: ErrorStatus) => ErrorPage | null;

/**
 * The values that Astro's bundle registers for server.mjs: `start` passes the build to the bundle and returns
 * its runtime.
 */
export interface AppHook<Runtime> {
  start(build: Build): Promise<Runtime>;
}

/** Facts about the build that server.mjs knows and the bundle does not. */
interface Build {
  errorPage: FindErrorPage;
  /** The folder with the build's public files. */
  clientFolder: string;
}

const key = Symbol.for('liftoff.app');

/** Registers the bundle, and returns the build: a placeholder until server.mjs calls `start`, and in development. */
export function registerApp<Runtime>(getRuntime: () => Promise<Runtime>): Readonly<Build> {
  let known: Build = { errorPage: () => null, clientFolder: process.cwd() };
  const hook: AppHook<Runtime> = {
    start(build) {
      known = build;
      return getRuntime();
    },
  };
  Reflect.set(globalThis, key, hook);
  return {
    errorPage: (status) => known.errorPage(status),
    get clientFolder() {
      return known.clientFolder;
    },
  };
}

/** Returns what the bundle has registered. server.mjs shares no module with the bundle. Throws without one. */
export function registeredApp<Runtime>(): AppHook<Runtime> {
  const hook = Reflect.get(globalThis, key) as AppHook<Runtime> | undefined;
  if (!hook) throw new Error('The build holds no src/fetch.ts. Run "npm run build".');
  return hook;
}
