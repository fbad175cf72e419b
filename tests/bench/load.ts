import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface LoadOptions {
  url: string;
  method?: 'GET' | 'POST';
  body?: string;
  headers?: Record<string, string>;
  /** Whether each request has a new address in X-Forwarded-For, so that limits per address (C-12) do not apply. */
  varyAddress?: boolean;
  seconds: number;
  connections: number;
}

export interface LoadResult {
  perSecond: number;
  total: number;
  p50: number;
  p99: number;
  /** Responses other than 2xx, and broken connections. A result with any is invalid. */
  failed: number;
  /** Microseconds of the server's CPU per request. NaN on systems other than Linux. */
  cpu: number;
}

/** Measures the server with process id `pid` under load from another process. */
export async function measureLoad(pid: number, options: LoadOptions): Promise<LoadResult> {
  const worker = spawn(
    process.execPath,
    [join(import.meta.dirname, 'load-worker.ts'), JSON.stringify(options)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let before = 0;
  for await (const line of createInterface(worker.stdout)) {
    if (line === 'measuring') before = cpuSeconds(pid);
    else if (line.startsWith('{')) {
      const measured = JSON.parse(line) as Omit<LoadResult, 'cpu'>;
      return { ...measured, cpu: ((cpuSeconds(pid) - before) / measured.total) * 1e6 };
    }
  }
  throw new Error(`The load generator gave no result for ${options.url}`);
}

/**
 * Measures several servers in turns, so that other load on the machine affects all. Returns the round of each with the median rate, with
 * the median CPU of all its rounds.
 */
export async function compareLoads(
  rivals: { pid: number; options: LoadOptions }[],
  rounds = 3,
): Promise<LoadResult[]> {
  const results: LoadResult[][] = rivals.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { pid, options }] of rivals.entries())
      results[index]?.push(await measureLoad(pid, options));
  return results.map((one) => ({ ...medianBy(one, 'perSecond'), cpu: medianBy(one, 'cpu').cpu }));
}

const medianBy = (rounds: readonly LoadResult[], field: 'perSecond' | 'cpu'): LoadResult =>
  rounds.toSorted((one, other) => one[field] - other[field])[Math.floor(rounds.length / 2)] as LoadResult;

let ticks = 0;

/** Reads the CPU seconds of a process from /proc. */
export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  ticks ||= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}
