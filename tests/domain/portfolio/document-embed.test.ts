import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findEmbedUrl, toEmbedUrl } from '#lib/domain/portfolio/document-embed.ts';

const docs = 'https://docs.google.com';

it.each([
  [`${docs}/document/d/e/2PACX-1v_Ab/pub`, `${docs}/document/d/e/2PACX-1v_Ab/pub?embedded=true`],
  [`${docs}/document/d/e/2PACX/pub?embedded=false`, `${docs}/document/d/e/2PACX/pub?embedded=true`],
  [`${docs}/document/d/e/2PACX/pub?embedded=true`, `${docs}/document/d/e/2PACX/pub?embedded=true`],
  [`${docs}/document/d/e/2PACX/pub?a=1#h.x`, `${docs}/document/d/e/2PACX/pub?a=1&embedded=true#h.x`],
  [`${docs}/presentation/d/e/2PACX/pub`, `${docs}/presentation/d/e/2PACX/embed`],
  [
    `${docs}/presentation/d/e/2PACX/pub?start=false&loop=false&delayms=3000#slide=id.p`,
    `${docs}/presentation/d/e/2PACX/embed?start=false&loop=false&delayms=3000#slide=id.p`,
  ],
  [`${docs}/presentation/d/e/pub/pub`, `${docs}/presentation/d/e/pub/embed`],
  ['HTTPS://DOCS.GOOGLE.COM:443/presentation/d/e/2PACX/pub', `${docs}/presentation/d/e/2PACX/embed`],
])('[FORM-11] %s is embedded as %s', (link, embedded) => {
  expect(toEmbedUrl(link)).toBe(embedded);
});

it.each([
  '',
  'docs.google.com/document/d/e/2PACX/pub',
  '//docs.google.com/document/d/e/2PACX/pub',
  'http://docs.google.com/document/d/e/2PACX/pub',
  'https://docs.google.com:8443/document/d/e/2PACX/pub',
  'https://docs.google.com./document/d/e/2PACX/pub',
  'https://docs.google.com.evil.example/document/d/e/2PACX/pub',
  'https://evil-docs.google.com/document/d/e/2PACX/pub',
  'https://docs.google.com@evil.example/document/d/e/2PACX/pub',
  'https://evil.example\\@docs.google.com/document/d/e/2PACX/pub',
  'https://user:secret@docs.google.com/document/d/e/2PACX/pub',
  'https://evil.example/?https://docs.google.com/document/d/e/2PACX/pub',
  'https://evil.example/#https://docs.google.com/document/d/e/2PACX/pub',
  'https://dоcs.google.com/document/d/e/2PACX/pub',
  'javascript:alert(1)//docs.google.com/document/d/e/2PACX/pub',
  'data:text/html,https://docs.google.com/document/d/e/2PACX/pub',
  `${docs}/document/d/2PACX/edit`,
  `${docs}/document/d/2PACX/pub`,
  `${docs}/document/d/e/2PACX/pubhtml`,
  `${docs}/document/d/e/2PACX/pub/../../../../forms/d/e/x/viewform`,
  `${docs}/document/d/e//pub`,
  `${docs}/document/d/e/%2e%2e/pub`,
  `${docs}/document/d/e/a%2Fb/pub`,
  `${docs}/forms/d/e/2PACX/viewform`,
  `${docs}/spreadsheets/d/e/2PACX/pubhtml`,
  `${docs}/presentation/d/e/2PACX/embed`,
])('[FORM-11] %j stays unchanged', (link) => {
  expect(toEmbedUrl(link)).toBe(link);
});

it('[FORM-11] [C-36] of any input, only a published document of that host is changed, and only once', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'https://',
      'docs.google.com',
      '/document/d/e/',
      '/presentation/d/e/',
      'x',
      '/pub',
      '@',
      '?',
      '#',
      '\\',
      '.',
    ),
    fc.string({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const link = parts.join('');
      const embedded = toEmbedUrl(link);
      expect(toEmbedUrl(embedded)).toBe(embedded);
      if (embedded !== link)
        expect(embedded).toMatch(
          /^https:\/\/docs\.google\.com\/(document\/d\/e\/[\w-]+\/pub\?|presentation\/d\/e\/[\w-]+\/embed)/,
        );
    }),
  );
});

it.each([
  [`${docs}/document/d/e/2PACX/pub`, `${docs}/document/d/e/2PACX/pub?embedded=true`],
  [`${docs}/document/d/e/2PACX/pub?embedded=true`, `${docs}/document/d/e/2PACX/pub?embedded=true`],
  [`${docs}/presentation/d/e/2PACX/pub`, `${docs}/presentation/d/e/2PACX/embed`],
  [`${docs}/presentation/d/e/2PACX/embed?start=true`, `${docs}/presentation/d/e/2PACX/embed?start=true`],
  [`${docs}/document/d/e/2PACX/embed`, null],
  [`${docs}/document/d/2PACX/edit`, null],
  [`${docs}/presentation/d/2PACX/embed`, null],
  ['https://docs.google.com.evil.example/presentation/d/e/2PACX/embed', null],
  ['javascript:alert(1)', null],
  ['', null],
])('[FORM-11] [C-36] the frame of %j may show %j', (link, embedded) => {
  expect(findEmbedUrl(link)).toBe(embedded);
});
