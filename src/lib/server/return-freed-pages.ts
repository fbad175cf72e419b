import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

const setFlags = (flags: readonly string[]): void => {
  for (const flag of flags) setFlagsFromString(flag);
};

/**
 * Has V8's next large collection return to the system the pages that collections have freed, and resolves after it. V8 holds them for
 * later and returns them in a quiet moment, which a process under steady load does not have. The collection takes as long as any other, because
 * it moves no objects (docs/decisions/0053).
 */
export function returnFreedPages(): Promise<void> {
  setFlags(['--optimize-for-size', '--no-compact']);
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (!list.getEntries().some(isLarge)) return;
      observer.disconnect();
      setFlags(['--no-optimize-for-size', '--compact']);
      resolve();
    });
    observer.observe({ type: 'gc' });
  });
}

const isLarge = (entry: PerformanceEntry): boolean => {
  const { kind } = Reflect.get(entry, 'detail') as { kind: number };
  return kind === constants.NODE_PERFORMANCE_GC_MAJOR;
};

/** Returns freed pages once a minute, for as long as the process runs. */
export function returnFreedPagesEachMinute(): void {
  let isWaiting = false;
  setInterval(async () => {
    if (isWaiting) return;
    isWaiting = true;
    await returnFreedPages();
    isWaiting = false;
  }, 60_000).unref();
}
