import { expect, it } from 'vitest';
import { formatTouch } from '#lib/domain/leads/touch-text.ts';

const none = { source: null, medium: null, campaign: null, referrerHost: null, landingPath: null };

it.each([
  [
    { source: 'google', medium: 'cpc', campaign: 'pm-course', landingPath: '/' },
    'Advert on Google (campaign “pm-course”), opened the home page',
  ],
  [{ source: 'newsletter', medium: 'email' }, 'Email from newsletter'],
  [{ referrerHost: 'quora.com', landingPath: '/events/' }, 'Link on quora.com, opened /events/'],
  [{}, 'No link: typed our address'],
])('[API-53] says in plain words where a visit came from: %o', (touch, text) => {
  expect(formatTouch({ ...none, ...touch })).toBe(text);
});
