import { describe, expect, it } from 'vitest';
import { avatarLetter, avatarUrl, pageAvatarUrl } from '#lib/domain/core/avatar.ts';

describe('avatarLetter', () => {
  it.each([
    ['asha rao', 'A'],
    ['Émile', 'É'],
    ['e\u0301mile', 'É'],
    ['आशा', 'आ'],
    ['किरण', 'कि'],
    ['ямуна', 'Я'],
    ['🚀 Rocket', '🚀'],
    ['👩🏽‍🚀 Asha', '👩🏽‍🚀'],
    ['  "dev"', 'D'],
    ['\u200bzoya', 'Z'],
    ['ßeta', 'ß'],
    ['7even', '7'],
    ['𠮷野', '𠮷'],
  ])('[USER-02] %j has the letter %s', (name, letter) => expect(avatarLetter(name)).toBe(letter));

  it.each([[''], ['   '], ['—'], [null], [undefined]])('[USER-02] %j has no letter: the icon', (name) => {
    expect(avatarLetter(name)).toBeNull();
  });
});

describe('avatarUrl', () => {
  it('[USER-02] returns the 192 px square', () => {
    expect(avatarUrl({ '192X192': { url: '/media/a.webp' } })).toBe('/media/a.webp');
  });

  it.each([[null], [undefined], [{}], [{ '192X192': {} }], [{ '192X192': { url: '' } }]])(
    '[USER-02] %j has no picture',
    (avatar) => expect(avatarUrl(avatar)).toBeNull(),
  );
});

describe('pageAvatarUrl', () => {
  const square = { '192X192': { url: '/images/thumb/192/a' } };
  it.each([
    ['/_astro/a.Dk3f9a_x.svg', '/_astro/a.Dk3f9a_x.svg'],
    ['/_astro/a.Dk3f9a_x.jpg', '/images/thumb/192/a'],
    ['', '/images/thumb/192/a'],
  ])('[IMG-01] of %j shows %s', (s3Url, shown) => {
    expect(pageAvatarUrl({ ...square, s3Url })).toBe(shown);
  });

  it('returns null without a picture', () => {
    expect(pageAvatarUrl(null)).toBeNull();
  });
});
