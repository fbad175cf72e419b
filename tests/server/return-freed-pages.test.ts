import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/**
 * Allocates until freed pages have been returned, twice because a collection may have begun before, and then until three more large
 * collections are over.
 */
const script = `
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { returnFreedPages } from '${new URL('../../src/lib/server/return-freed-pages.ts', import.meta.url)}';
const held = [];
const allocate = async (isOver) => {
  for (let at = 0; !isOver(); at = (at + 1) % 3000) {
    held[at] = new Array(1000).fill(at);
    if (at % 100 === 0) await new Promise(setImmediate);
  }
};
let isOver = false;
returnFreedPages().then(returnFreedPages).then(() => { isOver = true; });
await allocate(() => isOver);
let left = 3;
new PerformanceObserver((list) => {
  left -= list.getEntries().filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR).length;
}).observe({ type: 'gc' });
await allocate(() => left <= 0);
`;

test('one large collection returns what is free, and those after it are as before', () => {
  const flags = ['--trace-gc', '--no-memory-reducer', '--max-semi-space-size=2', '--input-type=module'];
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '--eval', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const large = stdout.split('\n').filter((line) => line.includes('Mark-Compact'));
  expect(large.some((line) => line.includes('Mark-Compact (reduce)'))).toBe(true);
  expect(large.at(-1)).not.toContain('(reduce)');
});
