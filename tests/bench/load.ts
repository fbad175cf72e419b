import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface LoadOptions {
  url: string;
  method?: 'GET' | 'POST';
  body?: string;
  headers?: Record<string, string>;
  /** A new address in X-Forwarded-For with each request, so that limits per address (C-12) let it pass. */
  varyAddress?: boolean;
  seconds: number;
  connections: number;
}

export interface Measured {
  perSecond: number;
  total: number;
  p50: number;
  p99: number;
  /** Answers that were no 2xx, and broken connections: a measurement with any is worth nothing. */
  failed: number;
  /** Microseconds of the server's CPU for one request; NaN where the system does not tell. */
  cpu: number;
}

/** Loads a server that runs as `pid`, from another process. */
export async function load(pid: number, options: LoadOptions): Promise<Measured> {
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
      const measured = JSON.parse(line) as Omit<Measured, 'cpu'>;
      return { ...measured, cpu: ((cpuSeconds(pid) - before) / measured.total) * 1e6 };
    }
  }
  throw new Error(`The load generator gave no result for ${options.url}`);
}

/** Loads rivals in turns, so that whatever else the machine does meets all of them, and sums up each one's rounds. */
export async function compare(
  rivals: { pid: number; options: LoadOptions }[],
  rounds = 3,
): Promise<Measured[]> {
  const results: Measured[][] = rivals.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { pid, options }] of rivals.entries()) results[index]?.push(await load(pid, options));
  return results.map(
    (one) => one.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds / 2)] as Measured,
  );
}

let ticks = 0;

/** User and system time of a process, from /proc. */
function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  ticks ||= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}
