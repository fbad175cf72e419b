import { afterEach, expect, it, vi } from 'vitest';
import { runEach } from '#lib/server/core/run-each.ts';
import type { Log } from '#lib/server/log.ts';
import { repeat } from '#lib/server/scheduled-tasks.ts';
import { importRows, parseCsv } from '#lib/server/staff/csv.ts';

/** Work on many rows while the database is away: it ends early, says so once, and goes on later. */

const withCode = (code: string) => Object.assign(new Error('failed'), { code });
function createLog() {
  const lines: string[] = [];
  const write = (_: object, line: string) => void lines.push(line);
  return { lines, log: { warn: write, error: write } as unknown as Log };
}

afterEach(() => vi.useRealTimers());

it('[C-41] a round of changes ends when the database is away or only reads, and goes on after a change that failed alone', async () => {
  for (const [code, count] of [
    ['ECONNREFUSED', 1],
    ['25006', 1],
    ['53300', 1],
    // One change waited for a lock.
    ['57014', 3],
    ['23505', 3],
  ] as const) {
    const { log, lines } = createLog();
    const tried: string[] = [];
    const round = runEach({ log, event: 'x' }, ['a', 'b', 'c'], async (id) => {
      tried.push(id);
      throw withCode(code);
    });
    const failure = await round.then(
      () => null,
      (error) => error.code,
    );
    expect([code, tried.length, lines.length, failure]).toEqual(
      count === 1 ? [code, 1, 0, code] : [code, 3, 3, null],
    );
  }
});

it('[C-40] an import stops trying once the database does not answer, and says which rows are stored', async () => {
  const { log, lines } = createLog();
  let tried = 0;
  const outcome = await importRows(parseCsv('name\nA\nB\nC\nD', ['name']), false, log, async (rows) =>
    rows.map(({ line, values }) => ({
      line,
      label: values.name ?? '',
      problems: [],
      async apply() {
        tried += 1;
        if (tried > 1) throw withCode('57014');
        return [];
      },
    })),
  );
  expect([tried, lines.length, outcome.count]).toEqual([2, 1, 1]);
  expect(outcome.rows.map(({ ok }) => ok)).toEqual([true, false, false, false]);
  expect(outcome.rows[3]?.problems[0]?.message).toContain('Try it again');
});

it('[C-41] a round that takes longer than its interval goes on alone, and a task that fails stops no other', async () => {
  vi.useFakeTimers();
  const { log, lines } = createLog();
  let end = () => {};
  const slow = vi.fn(
    () =>
      new Promise<void>((done) => {
        end = done;
      }),
  );
  const failing = vi.fn(() => Promise.reject(new Error('no')));
  const timer = repeat([failing, slow], 1000, log);
  await vi.advanceTimersByTimeAsync(5000);
  expect([failing.mock.calls.length, slow.mock.calls.length, lines.length]).toEqual([1, 1, 1]);
  end();
  await vi.advanceTimersByTimeAsync(1000);
  expect([failing.mock.calls.length, slow.mock.calls.length]).toEqual([2, 2]);
  clearInterval(timer);
});
