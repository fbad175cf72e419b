import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Autosave, type SaveOutcome, type SaveState } from '#lib/browser/draft-autosave.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Starts an autosave whose requests end when the test says so. */
function start() {
  const states: SaveState[] = [];
  const requests: ((outcome: SaveOutcome) => void)[] = [];
  const autosave = new Autosave({
    show: (state) => states.push(state),
    save: () => new Promise((resolve) => requests.push(resolve)),
  });
  const answer = async (outcome: SaveOutcome) => {
    requests.at(-1)?.(outcome);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { autosave, states, requests, answer };
}

it('[APP-14] saves once after the last key, and again for what was typed meanwhile', async () => {
  const { autosave, states, requests, answer } = start();
  autosave.change();
  await vi.advanceTimersByTimeAsync(1900);
  autosave.change();
  await vi.advanceTimersByTimeAsync(1900);
  expect(requests).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(100);
  expect(requests).toHaveLength(1);
  autosave.change();
  await vi.advanceTimersByTimeAsync(5000);
  expect(requests).toHaveLength(1);
  await answer('SAVED');
  expect([requests.length, states.at(-1)]).toEqual([2, 'SAVING']);
  await answer('SAVED');
  expect(states.at(-1)).toBe('SAVED');
});

it('[APP-14] tries again after a failure, and never overwrites another window', async () => {
  const { autosave, states, requests, answer } = start();
  autosave.change();
  await vi.advanceTimersByTimeAsync(2000);
  await answer('FAILED');
  expect(states.at(-1)).toBe('FAILED');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests).toHaveLength(2);
  await answer('STALE');
  autosave.change();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([requests.length, states.at(-1)]).toEqual([2, 'STALE']);
});

it('[APP-14] waits for a running request before the form is sent, and saves nothing after it', async () => {
  const { autosave, requests, answer } = start();
  autosave.change();
  await vi.advanceTimersByTimeAsync(2000);
  autosave.change();
  let isEnded = false;
  const ended = autosave.end().then(() => {
    isEnded = true;
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect(isEnded).toBe(false);
  await answer('SAVED');
  await ended;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(1);
});
