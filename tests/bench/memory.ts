import { readFileSync } from 'node:fs';
import { sendMixedLoad } from './mixed-load.ts';
import { percentilesOf } from './page-times.ts';
import { printBudget, printHeading } from './report.ts';

/** The settings of docs/operations/deploy.md, with which a process starts in production. */
export const memorySettings = {
  NODE_OPTIONS: '--max-semi-space-size=2 --max-old-space-size=256',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '8192',
  MALLOC_TRIM_THRESHOLD_: '8192',
};

const budgetMb = 200;
const connections = 16;
const portraits = ['ananya-iyer'].flatMap((name) =>
  [96, 192, 384].map((width) => `/images/thumb/${width}/content/portraits/${name}`),
);
const documents = ['/programs/career-accelerator-program/brochure.pdf', '/og/portfolios/asha-verma.png'];

interface MemoryOptions {
  databaseUrl: string;
  seconds: number;
  /** Requests a second of people and staff of all kinds. Without it, visitors open pages as fast as the server answers. */
  perSecond: number | undefined;
}

/**
 * Measures the memory of a server on PostgreSQL: after its start, after one of each public page, document and picture, and after the
 * load. Returns whether the budget holds, and with a rate whether the second half of the time has added nothing.
 */
export async function measureMemory(
  { pid, url }: { pid: number; url: string },
  { databaseUrl, seconds, perSecond }: MemoryOptions,
): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const load = perSecond ? `${perSecond} mixed requests a second for ${seconds} s` : `${seconds} s of pages`;
  printHeading(`Memory of a process on PostgreSQL, with the settings of production: ${load}`);
  const print = (what: string, goal?: string) => {
    const mb = residentMb(pid);
    return printBudget(what, `${mb.total} MB`, !goal || mb.total <= budgetMb, goal, [
      `${mb.own} MB of its own, ${mb.shared} MB of programs that processes share`,
    ]);
  };
  print('after the start');
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path ?? '/');
  const ask = async (path: string, past = false) => {
    const headers = { 'accept-encoding': 'br', accept: 'image/avif', ...(past && { cookie: 'unknown=1' }) };
    await (await fetch(`${url}${path}`, { headers })).arrayBuffer();
  };
  for (const path of [...pages, ...documents, ...portraits]) await ask(path);
  print('after one of each page, document and picture');
  if (perSecond) {
    const samples: number[] = [];
    const { count, failed, times } = await sendMixedLoad({
      ...{ url, databaseUrl, perSecond, seconds },
      onMinute: (minute, sent) => {
        samples.push(residentMb(pid).total);
        console.log(`  minute ${String(minute).padStart(2)}  ${samples.at(-1)} MB  ${sent} requests`);
      },
    });
    const growth = growthOf(samples.slice(Math.floor(samples.length / 2)));
    const [p50 = 0, p95 = 0] = percentilesOf(times);
    printBudget('time of a request, p50 and p95', `${p50}, ${p95} ms`, true, undefined);
    const failures = [...failed].map(([path, times]) => `${path} ${times} times`);
    return [
      print(`after ${count} more requests`, `at most ${budgetMb} MB`),
      printBudget('growth in the second half', `${growth} MB`, growth <= 3, 'at most 3 MB'),
      printBudget('failed', failures.length, failures.length === 0, 'none', failures),
    ].every(Boolean);
  }
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const visit = async (): Promise<void> => {
    while (performance.now() < end) {
      count += 1;
      await ask(pages[(count * 7) % pages.length] ?? '/', count % 2 === 0);
    }
  };
  await Promise.all(Array.from({ length: connections }, visit));
  return print(`after ${count} more requests`, `at most ${budgetMb} MB`);
}

/** Returns by how much the middle of the later samples is above that of the earlier ones. */
const growthOf = (samples: readonly number[]): number =>
  medianOf(samples.slice(Math.floor(samples.length / 2))) -
  medianOf(samples.slice(0, Math.ceil(samples.length / 2)));

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/** Reads what a process has in memory. */
function residentMb(pid: number): { total: number; own: number; shared: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024);
  return { total: read('VmRSS'), own: read('RssAnon'), shared: read('RssFile') };
}
