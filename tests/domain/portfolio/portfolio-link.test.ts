import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultLinkLabel, detectLinkKind, normaliseLink } from '#lib/domain/portfolio/portfolio-link.ts';

it.each([
  ['asha.example', 'https://asha.example/'],
  ['  https://Asha.Example/Work  ', 'https://asha.example/Work'],
  ['http://asha.example:80/', 'http://asha.example/'],
  ['HTTPS://asha.example:443', 'https://asha.example/'],
  ['//asha.example/a', 'https://asha.example/a'],
  ['https://asha.example:8443/a', 'https://asha.example:8443/a'],
  ['asha.example./a', 'https://asha.example/a'],
  ['https://asha.example/a b', 'https://asha.example/a%20b'],
  ['https://bücher.example', 'https://xn--bcher-kva.example/'],
  ['https://asha.example/?q=1#top', 'https://asha.example/?q=1#top'],
  ['https://evil.example\\@asha.example', 'https://evil.example/@asha.example'],
  ['https://xn--h1alffa9f.xn--p1ai', 'https://xn--h1alffa9f.xn--p1ai/'],
])('[C-36] %j is normalised to %s', (pasted, normalised) => {
  expect(normaliseLink(pasted)).toBe(normalised);
});

it.each([
  '',
  ' ',
  'asha',
  'localhost',
  'http://localhost:8000/',
  'http://localhost./',
  'http://./',
  'https://',
  'https:///etc/passwd',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//asha.example',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://asha.example/',
  'mailto:asha@mail.example',
  'tel:+919876543210',
  'blob:https://asha.example/x',
  'https://asha@asha.example/',
  'https://asha:secret@asha.example/',
  'asha@mail.example',
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://192.168.1.1./',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'https://asha.example/\u202egnp.exe',
  'https://ash\u200ba.example/',
  'https://asha.example/\u0000',
  'https://asha.example/a\tb',
  '<script>alert(1)</script>',
  `https://asha.example/${'a'.repeat(2048)}`,
  `https://asha.example/${'ä'.repeat(1000)}`,
])('[C-36] %j is rejected', (pasted) => {
  expect(normaliseLink(pasted)).toBe(null);
});

it('[C-36] any accepted link is http(s), has a host name and no credentials, and is already normalised', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'https://',
      'http:',
      '//',
      'a.example',
      'localhost',
      '@',
      ':',
      '.',
      '\\',
      '?',
      '#',
      '%',
      '127.0.0.1',
    ),
    fc.string({ maxLength: 6 }),
    fc.webUrl(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const kept = normaliseLink(parts.join(''));
      if (kept === null) return;
      expect(kept).toMatch(/^https?:\/\/([a-z0-9_-]+\.)+[a-z][a-z0-9-]*(:\d+)?\/[!-~]*$/);
      expect(kept.length).toBeLessThanOrEqual(2048);
      expect(normaliseLink(kept)).toBe(kept);
    }),
    { numRuns: 1000 },
  );
});

it.each([
  ['https://www.linkedin.com/in/asha', 'LINKEDIN'],
  ['https://in.linkedin.com/in/asha', 'LINKEDIN'],
  ['https://github.com/asha', 'GITHUB'],
  ['https://www.behance.net/asha', 'BEHANCE'],
  ['https://asha.medium.com/story', 'MEDIUM'],
  ['https://x.com/asha', 'X'],
  ['https://twitter.com/asha', 'X'],
  ['https://netflix.com/', 'WEBSITE'],
  ['https://linkedin.com.example/', 'WEBSITE'],
  ['https://notgithub.com/', 'WEBSITE'],
  ['https://asha.example/', 'WEBSITE'],
])('%s is %s', (link, kind) => {
  expect(detectLinkKind(link)).toBe(kind);
});

it.each([
  ['https://www.asha.example/', 'asha.example'],
  ['https://asha.example/work/?q=1#top', 'asha.example/work'],
  [`https://asha.example/${'a'.repeat(100)}`, `asha.example/${'a'.repeat(46)}…`],
])('%s is shown as %s', (link, label) => {
  expect(defaultLinkLabel(link)).toBe(label);
  expect(label.length).toBeLessThanOrEqual(60);
});
