import { expect, test } from 'vitest';
import { drainAnalyticsCalls, identify, reset, track } from '#lib/browser/analytics.ts';

test('[TRACK-03] identify, track and reset are kept in order until they are taken', () => {
  identify('u1', { email: 'asha@example.com' });
  track('viewed_auth_modal', { intent: 'LOGIN' });
  reset();
  expect(drainAnalyticsCalls().map(({ type }) => type)).toEqual(['identify', 'track', 'reset']);
  expect(drainAnalyticsCalls()).toEqual([]);
});

test('a page that nobody listens to keeps the newest 200', () => {
  for (let n = 0; n < 250; n++) track('scrolled', { n });
  const taken = drainAnalyticsCalls();
  expect(taken).toHaveLength(200);
  expect(taken.at(-1)).toMatchObject({ properties: { n: 249 } });
});
