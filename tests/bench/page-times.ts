import { performance } from 'node:perf_hooks';
import { createRandom } from '../support/random.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { cpuSeconds } from './load.ts';

const orderSeed = 1;

export interface PageTimes {
  path: string;
  p50: number;
  p95: number;
  /** Milliseconds of the server's CPU per request. */
  cpu: number;
}

export interface PageTimesOptions {
  headers?: Record<string, string>;
  runs: number;
}

/** Opens pages over HTTP, to the last byte and without other load. A page that does not answer 200 takes forever. */
export async function timePages(
  server: ServerProcess,
  paths: readonly string[],
  { headers = {}, runs }: PageTimesOptions,
): Promise<PageTimes[]> {
  const times = new Map<string, number[]>();
  const cpu = new Map<string, number>();
  // The pages take turns, so that other load on the machine affects all of them, and each round has an order of its own: the server
  // collects its heap about once in a hundred pages, which would else meet the same page each time. The first rounds warm the caches.
  const { shuffle } = createRandom(orderSeed);
  for (let round = -3; round < runs; round += 1)
    for (const path of shuffle(paths)) {
      const before = cpuSeconds(server.pid);
      const begun = performance.now();
      const isLoaded = await loadPage(server, path, headers).then(
        () => true,
        () => false,
      );
      if (round < 0) continue;
      times.set(path, [...(times.get(path) ?? []), isLoaded ? performance.now() - begun : Infinity]);
      cpu.set(path, (cpu.get(path) ?? 0) + cpuSeconds(server.pid) - before);
    }
  return paths.map((path) => {
    const [p50 = 0, p95 = 0] = percentilesOf(times.get(path) ?? []);
    return { path, p50, p95, cpu: ((cpu.get(path) ?? 0) / runs) * 1000 };
  });
}

/** Loads a page, to its last byte. */
export async function loadPage(
  { url }: ServerProcess,
  path: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const response = await fetch(`${url}${path}`, { headers, redirect: 'error' });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
}

/** Returns p50 and p95. */
export function percentilesOf(times: readonly number[]): number[] {
  const sorted = times.toSorted((one, other) => one - other);
  return [0.5, 0.95].map((part) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
}
