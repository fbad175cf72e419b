/** A prerendered error page, which server.mjs holds in memory. */
export interface ErrorPage {
  html: Uint8Array<ArrayBuffer>;
  policy: string;
}
export type ErrorStatus = 404 | 500 | 503;
export type FindErrorPage = (status: ErrorStatus) => ErrorPage | null;

/** What server.mjs finds after it has loaded Astro's bundle: the bundle's one runtime, and a place for the build. */
export interface AppHook<Runtime> {
  start(build: Build): Promise<Runtime>;
}

/** What server.mjs knows of the build and the bundle does not. */
interface Build {
  errorPage: FindErrorPage;
  /** Where the files of the build lie that a browser may ask for. */
  clientFolder: string;
}

const key = Symbol.for('liftoff.app');

/** Called by the bundle. It knows the build once server.mjs has told; in development there is none. */
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

/** Called by server.mjs, which shares no module with the bundle. */
export function registeredApp<Runtime>(): AppHook<Runtime> {
  const hook = Reflect.get(globalThis, key) as AppHook<Runtime> | undefined;
  if (!hook) throw new Error('The build holds no src/fetch.ts. Run "npm run build".');
  return hook;
}
