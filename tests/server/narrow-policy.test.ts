import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  extractInlineHashes,
  narrowPagePolicy,
  narrowPolicy,
} from '#lib/server/http/static/narrow-policy.ts';

const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
const policyOf = (...contents: string[]) =>
  `default-src 'self'; script-src 'self'${contents.map((one) => ` ${hashOf(one)}`).join('')}; style-src 'self' ${hashOf('a{}')};`;
const page =
  '<!doctype html><style>a{}</style><script type="module">own()</script><script src="/x.js"></script><script>injected()</script>';

test('[C-35] a page’s policy has the hashes of its own scripts and styles, and no others', () => {
  expect(narrowPolicy(policyOf('own()', 'other()'), Buffer.from(page))).toBe(policyOf('own()'));
});

test('[TRACK-05] where the chat needs inline styles, the policy has no hashes of styles, but those of scripts', () => {
  const policy = policyOf('own()').replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
  expect(narrowPolicy(policy, Buffer.from(page))).toBe(
    `default-src 'self'; script-src 'self' ${hashOf('own()')}; style-src 'self' 'unsafe-inline';`,
  );
});

test('[C-35] a script that the build does not know gets no hash', () => {
  expect(narrowPolicy(policyOf('own()'), Buffer.from(page))).not.toContain(hashOf('injected()'));
});

test('[C-35] the policy of a server-rendered page is narrowed, and the page stays as it is', async () => {
  const headers = {
    'Content-Type': 'text/html',
    'Content-Security-Policy': policyOf('own()', 'other()'),
  };
  const response = new Response(page, { status: 404, headers });
  const narrowed = await narrowPagePolicy(response, extractInlineHashes({ csp: undefined }));
  expect(narrowed.status).toBe(404);
  expect(narrowed.headers.get('Content-Security-Policy')).toBe(policyOf('own()'));
  expect(await narrowed.text()).toBe(page);
});

test('[C-35] hashes that were taken out of the manifest come back in the policy of the page whose they are, each in its directive', () => {
  const sha = (content: string) => hashOf(content).slice(1, -1);
  const csp = {
    scriptDirective: { hashes: [sha('own()'), sha('other()'), sha('a{}')] },
    styleDirective: { hashes: [sha('a{}'), sha('b{}')] },
    scriptHashes: [sha('own()')],
    styleHashes: [sha('a{}')],
  };
  const known = extractInlineHashes({ csp });
  expect(csp).toEqual({
    scriptDirective: { hashes: [] },
    styleDirective: { hashes: [] },
    scriptHashes: [],
    styleHashes: [],
  });
  const policy = "default-src 'self'; script-src 'self' ; style-src 'self' ;";
  expect(narrowPolicy(policy, Buffer.from(page), known)).toBe(policyOf('own()'));
  // The page itself allows a script that no build knows.
  const withOwn = `script-src 'self' ${hashOf('injected()')};`;
  expect(narrowPolicy(withOwn, Buffer.from(page), known)).toBe(
    `script-src 'self' ${hashOf('injected()')} ${hashOf('own()')};`,
  );
  const chat = "style-src 'self' 'unsafe-inline'";
  expect(narrowPolicy(chat, Buffer.from(page), known)).toBe(chat);
});
