import { expect, test } from 'vitest';
import { drainAnalyticsCalls, identify, reset, track } from '#lib/browser/event-queue.ts';

const asha = { email: 'asha@example.com', name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao' };

test('[TRACK-03] stores identify, track and reset calls in order until they are drained', () => {
  identify('u1', asha);
  track('viewed_auth_modal', { initial_intent: 'LOGIN', intent: 'LOGIN' });
  reset();
  expect(drainAnalyticsCalls().map(({ type }) => type)).toEqual(['identify', 'track', 'reset']);
  expect(drainAnalyticsCalls()).toEqual([]);
});

test('[TRACK-03] an unknown event, an unknown property and a missing one are type errors', () => {
  // @ts-expect-error: the catalogue has no such event
  track('scrolled', {});
  // @ts-expect-error: the event has no such property
  track('page_viewed', { referrer_host: null, email: 'asha@example.com' });
  // @ts-expect-error: the event needs a kind
  track('converted', {});
  // @ts-expect-error: this is no kind of conversion
  track('converted', { kind: 'LIKE' });
  expect(drainAnalyticsCalls()).toHaveLength(4);
});

test('stores only the newest 200 calls when nothing drains them', () => {
  for (let value = 0; value < 250; value++)
    track('web_vital_measured', { metric: 'LCP', value, rating: 'good' });
  const drained = drainAnalyticsCalls();
  expect(drained).toHaveLength(200);
  expect(drained.at(-1)).toMatchObject({ properties: { value: 249 } });
});
