import { describe, expect, it } from 'vitest';
import { avatarLetter, avatarSrcset, avatarUrl, hasPhoto, pageAvatarUrl } from '#lib/domain/core/avatar.ts';

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

describe('avatarSrcset', () => {
  const url = '/images/thumb/192/content/portraits/asha-rao?v=abc12345';
  const photo = { '192X192': { url }, s3Url: '/_astro/asha-rao.abc12345.jpg' };

  it('[IMG-01] names the squares that a size of the avatar needs', () => {
    expect(avatarSrcset(photo, 'md')).toBe(
      '/images/thumb/48/content/portraits/asha-rao?v=abc12345 1x, /images/thumb/96/content/portraits/asha-rao?v=abc12345 2x',
    );
    expect(avatarSrcset(photo, 'photo')).toContain('/images/thumb/384/');
    expect(hasPhoto(photo)).toBe(true);
  });

  it('is absent for a drawing, for an upload and without a picture', () => {
    const drawing = { '192X192': { url }, s3Url: '/_astro/asha-rao.abc12345.svg' };
    const upload = { '192X192': { url: '/images/thumb/192/media/01a2' }, s3Url: '/media/01a2' };
    for (const avatar of [drawing, upload, null]) {
      expect(avatarSrcset(avatar, 'xl')).toBeNull();
      expect(hasPhoto(avatar)).toBe(false);
    }
  });
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
