import { brotliCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { secretAddress } from '#lib/domain/analytics/secret-address.ts';
import { campaignOf, parseAttribution } from '#lib/domain/core/attribution.ts';
import { writeAttributionCookies } from '#lib/domain/core/attribution-cookies.ts';

const id = '1234567890123456789012345678901234567890';

interface View {
  search?: string;
  pathname?: string;
  protocol?: string;
  referrer?: string;
}

/** Visits pages one after the other with one cookie jar. */
function browse(...views: View[]) {
  const jar = new Map<string, string>();
  const lines: string[] = [];
  for (const { search = '', pathname = '/', protocol = 'https:', referrer = '' } of views) {
    const location = { search, pathname, protocol, host: 'liftoff.example' };
    const document = {
      referrer,
      get cookie() {
        return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      },
      set cookie(line: string) {
        lines.push(line);
        const [pair = ''] = line.split(';');
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      },
    };
    writeAttributionCookies(location, document, id);
  }
  return { jar, lines, attribution: parseAttribution((name) => jar.get(name) ?? null) };
}

describe('[TRACK-02] the first page of a browser', () => {
  it('stores the first touch for a year, with or without a campaign', () => {
    const { lines, attribution } = browse({ pathname: '/coaches/', referrer: 'https://news.example/a?b' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^utm_first=.*;max-age=31536000;path=\/;samesite=lax;secure$/);
    expect(attribution.firstTouch).toMatchObject({ landingPath: '/coaches/', referrerHost: 'news.example' });
    expect(Date.parse(attribution.firstTouch?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(attribution.sessionTouch).toBeNull();
    expect(attribution.anonymousId).toBe(id);
  });

  it('sets it only if it is absent', () => {
    const { attribution } = browse({ search: '?utm_source=first' }, { search: '?utm_source=second' });
    expect(attribution.firstTouch?.utmSource).toBe('first');
    expect(attribution.sessionTouch?.utmSource).toBe('second');
  });

  it('works without https in development, where it is not Secure', () => {
    expect(browse({ protocol: 'http:' }).lines[0]).not.toContain('secure');
  });

  it('does not count our own pages as referrer', () => {
    const { attribution } = browse({ referrer: 'https://liftoff.example/alumni/' });
    expect(attribution.firstTouch?.referrerHost).toBeNull();
  });
});

describe('[TRACK-02] the session’s campaign', () => {
  it.each(['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'])(
    'is written when only %s has a value',
    (name) => {
      const { lines } = browse({ search: `?${name}=x` });
      expect(lines.find((line) => line.startsWith('utm_session='))).not.toContain('max-age');
    },
  );

  it.each(['', '?utm_source=', '?page=2', '?utm_id=3'])('is not written for %j', (search) => {
    expect(browse({ search }).jar.has('utm_session')).toBe(false);
  });

  it('[TRACK-01] stores all five values unchanged', () => {
    const { attribution } = browse({
      search:
        '?utm_source=news+letter&utm_medium=e%26mail&utm_campaign=%E0%A4%A8%E0%A4%88&utm_content=a;b&utm_term=c%25',
    });
    expect(attribution.sessionTouch).toMatchObject({
      utmSource: 'news letter',
      utmMedium: 'e&mail',
      utmCampaign: 'नई',
      utmContent: 'a;b',
      utmTerm: 'c%',
    });
    expect(campaignOf(attribution)).toMatchObject({ utm_source: 'news letter', utm_term: 'c%' });
  });
});

it('[TRACK-02] ref_code and og_referer come from the query, and the latest replaces the others', () => {
  const { attribution, lines } = browse(
    { search: '?ref_code=ASHA&og_referer=a.example' },
    { search: '?ref_code=RAVI' },
  );
  expect(attribution).toMatchObject({ refCode: 'RAVI', ogReferer: 'a.example' });
  expect(lines.filter((line) => line.startsWith('ref_code='))).toHaveLength(2);
});

describe('[C-25] attribution cookies', () => {
  it('stay under 256 characters each and 2 KB in all, whatever the URL contains', () => {
    const value = fc.string({ unit: 'grapheme', maxLength: 600 });
    fc.assert(
      fc.property(fc.array(value, { minLength: 8, maxLength: 8 }), ([s, m, c, n, t, r, o, path]) => {
        const query = {
          utm_source: s,
          utm_medium: m,
          utm_campaign: c,
          utm_content: n,
          utm_term: t,
          ref_code: r,
          og_referer: o,
        };
        const search = `?${new URLSearchParams(query as Record<string, string>)}`;
        const pathname = new URL(`https://liftoff.example/${encodeURIComponent(path?.toWellFormed() ?? '')}`)
          .pathname;
        const { jar, lines } = browse({ search, pathname });
        const text = [...jar].map(([name, one]) => `${name}=${one}`).join('; ');
        expect(text.length).toBeLessThanOrEqual(2048);
        for (const line of lines) expect(line.split(';path=')[0]).toMatch(/^[\x21-\x7e]+$/);
        for (const one of jar.values())
          for (const field of one.split('&')) expect(field.length).toBeLessThanOrEqual(258);
      }),
      { numRuns: 200 },
    );
  });

  it('are validated: cut to 255 characters, without control characters, or absent', () => {
    const hostile: Record<string, string> = {
      utm_first: `i=<script>&a=tomorrow&s=${encodeURIComponent('a\r\nSet-Cookie: b=c\u0000\u202ed')}&m=${'x'.repeat(900)}&c=%E0%A4%A`,
      utm_session: 'x'.repeat(3000),
      ref_code: '%',
      og_referer: encodeURIComponent(' \u0007 '),
    };
    expect(parseAttribution((name) => hostile[name] ?? null)).toEqual({
      anonymousId: null,
      firstTouch: {
        utmSource: 'a Set-Cookie: b=c d',
        utmMedium: 'x'.repeat(255),
        utmCampaign: null,
        utmContent: null,
        utmTerm: null,
        landingPath: null,
        referrerHost: null,
        at: null,
      },
      sessionTouch: null,
      refCode: null,
      ogReferer: null,
    });
  });

  it('can be read without an exception, whatever they contain', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseAttribution(() => text)));
  });
});

it.each([
  ['/shortlist/a-key/', false],
  ['/callback/CB-1/a-key/', false],
  ['/unsubscribe/u1/offers/a-key/', false],
  ['/callback/', true],
  ['/programs/', true],
])('[TRACK-02] whether a cookie may store the address %s: %s', (path, isPublic) => {
  expect(secretAddress.test(path)).toBe(!isPublic);
});

it('[TRACK-02] the script of every page is less than 1 KB', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rollupOptions: { input: 'src/lib/browser/attribution.ts' },
    },
  });
  const [{ output }] = [built].flat() as { output: { code: string }[] }[] as [{ output: { code: string }[] }];
  const code = output[0]?.code ?? '';
  expect(code).toContain('utm_first');
  expect(Buffer.byteLength(code)).toBeLessThan(1024);
  expect(brotliCompressSync(code).length).toBeLessThan(640);
});
