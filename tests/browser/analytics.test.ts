import { expect, test } from 'vitest';
import { drainAnalyticsCalls, identify, reset, track } from '#lib/browser/analytics.ts';

test('[TRACK-03] stores identify, track and reset calls in order until they are drained', () => {
  identify('u1', { email: 'asha@example.com' });
  track('viewed_auth_modal', { intent: 'LOGIN' });
  reset();
  expect(drainAnalyticsCalls().map(({ type }) => type)).toEqual(['identify', 'track', 'reset']);
  expect(drainAnalyticsCalls()).toEqual([]);
});

test('stores only the newest 200 calls when nothing drains them', () => {
  for (let n = 0; n < 250; n++) track('scrolled', { n });
  const taken = drainAnalyticsCalls();
  expect(taken).toHaveLength(200);
  expect(taken.at(-1)).toMatchObject({ properties: { n: 249 } });
});
