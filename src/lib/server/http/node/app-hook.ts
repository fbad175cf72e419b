import type { RequestListener } from 'node:http';

/** A prerendered error page, which the server holds in memory. */
export interface ErrorPage {
  html: Uint8Array<ArrayBuffer>;
  policy: string;
}
export type ErrorStatus = 404 | 429 | 500 | 503;
export type FindErrorPage = (status: ErrorStatus) => ErrorPage | null;

/** Facts about the build that is served, which pages and pictures need. */
export interface ServedBuild {
  errorPage: FindErrorPage;
  /** The folder with the build's public files. */
  clientFolder: string;
}

/** What server.mjs gives to the bundle: the folder of the build, and Astro's handler. */
export interface BuildEntry {
  folder: string;
  astro: RequestListener;
}

/** The functions that Astro's bundle registers for server.mjs, which shares no module with it. */
export interface AppHook<Runtime> {
  /** Opens all that the process holds. */
  start(): Promise<Runtime>;
  /** Starts and serves a build. */
  serve(entry: BuildEntry): Promise<void>;
}

/** How a build is served: `start` opens the runtime, and `setBuild` takes the facts about the build. */
type Serve<Runtime> = (
  entry: BuildEntry,
  deps: { start(): Promise<Runtime>; setBuild(build: ServedBuild): void },
) => Promise<void>;

const key = Symbol.for('liftoff.app');

/** Registers the bundle, and returns the build that is served: a placeholder before that, and in development. */
export function registerApp<Runtime>(
  start: () => Promise<Runtime>,
  serve: Serve<Runtime>,
): Readonly<ServedBuild> {
  let known: ServedBuild = { errorPage: () => null, clientFolder: process.cwd() };
  const setBuild = (build: ServedBuild) => {
    known = build;
  };
  const hook: AppHook<Runtime> = {
    start,
    serve: (entry) => serve(entry, { start: () => hook.start(), setBuild }),
  };
  Reflect.set(globalThis, key, hook);
  return {
    errorPage: (status) => known.errorPage(status),
    get clientFolder() {
      return known.clientFolder;
    },
  };
}

/** Returns what the bundle has registered. Throws without one. */
export function registeredApp<Runtime>(): AppHook<Runtime> {
  const hook = Reflect.get(globalThis, key) as AppHook<Runtime> | undefined;
  if (!hook) throw new Error('The build holds no src/fetch.ts. Run "npm run build".');
  return hook;
}
