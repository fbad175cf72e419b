import { readFileSync } from 'node:fs';
import { printBudget, printHeading } from './report.ts';

/** The settings of docs/operations/deploy.md, with which a process starts in production. */
export const memorySettings = {
  NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=256',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
};

const budgetMb = 200;
const connections = 16;
const portraits = ['ananya-iyer'].flatMap((name) =>
  [96, 192, 384].map((width) => `/images/thumb/${width}/content/portraits/${name}`),
);
const documents = ['/programs/career-accelerator-program/brochure.pdf', '/og/portfolios/asha-verma.png'];

/**
 * Measures the memory of a server on PostgreSQL: after its start, after one of each public page, document and picture, and after
 * `seconds` of pages of which half are past the cache. Returns whether the budget holds.
 */
export async function measureMemory(
  { pid, url }: { pid: number; url: string },
  seconds: number,
): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  printHeading(`Memory of a process on PostgreSQL, with the settings of production, ${seconds} s of load`);
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

/** Reads what a process has in memory. */
function residentMb(pid: number): { total: number; own: number; shared: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024);
  return { total: read('VmRSS'), own: read('RssAnon'), shared: read('RssFile') };
}
