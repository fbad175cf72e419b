import fc from 'fast-check';

/** Texts that have broken some server: each is short enough for any field. */
const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\nX-Injected: 1',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'undefined',
  'null',
  'NaN',
  'true',
  '[]',
  '{}',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202eevil',
  '\u200b',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' or 1=1 --",
  '%',
  '%_\\',
  '%00',
  '%zz',
  '%ed%a0%80',
  '{{7*7}}',
  '=cmd|calc!A1',
  '+1',
  '-1',
  '@x',
  '../../../etc/passwd',
  '..\\..\\x',
  'javascript:alert(1)',
  'http://[::1',
  'http://localhost:22/',
  'data:text/html,x',
  'https://user:pass@example.com/',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01890000-0000-7000-8000-000000000001',
];

/** Times at and beyond the bounds of JavaScript, PostgreSQL and the calendar. */
export const hostileTimes = [
  '2026-13-01T00:00:00Z',
  '2026-02-30T00:00:00.000Z',
  '2026-12-31T24:00:00Z',
  '2026-12-31T23:59:60Z',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '294277-01-01T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '2026-11-22T10:00:00-23:59',
  '2026-11-22T10:00:00',
  '2026-11-22',
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '99999-01-01',
  '24:00',
  '99:99',
  'infinity',
  'now',
  '2026-W47',
];

const hostileNumbers = [
  0,
  -0,
  -1,
  1,
  0.1,
  1e21,
  -1e21,
  1e308,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  1e-7,
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.constantFrom(...hostileTimes) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileNumbers).map(String) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(31, 61, 121, 129, 255, 401, 2049, 9_999).map((length) => 'x'.repeat(length)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.lorem({ maxCount: 2 }), fc.constantFrom(...hostileTexts))
      .map((parts) => parts.join('')),
  },
);

/** A JSON value of the wrong kind, or one that reaches a bound of the body. [C-29] */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...hostileNumbers) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(33, 2_000).map((depth) => nest(depth)) },
  { weight: 1, arbitrary: fc.constantFrom(100, 201).map((length) => Array(length).fill('x')) },
);

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let at = 0; at < depth; at += 1) value = at % 2 ? [value] : { a: value };
  return value;
}

/** Returns a text as it may stand in an address: escaped well, badly, or not at all. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
  { weight: 2, arbitrary: hostileText.map((text) => text.replace(/[^!-~]/g, '')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '%',
      '%zz',
      '%00',
      '%ed%a0%80',
      '%2e%2e',
      '%2f',
      '..',
      '.',
      '%5c',
      '%c0%ae',
      '%F0%9F',
      '%25',
      '%2500',
    ),
  },
);

/** The value of a header: bytes that HTTP allows there, or one of the others. */
export const hostileHeaderValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: hostileText.map((text) => text.replace(/[^\x20-\x7e\x80-\xff\t]/g, '')) },
  {
    weight: 1,
    arbitrary: hostileText.map((text) =>
      Buffer.from(text)
        .toString('latin1')
        .replace(/[\r\n\0]/g, ''),
    ),
  },
);
