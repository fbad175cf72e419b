import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { narrowPagePolicy, narrowPolicy } from '#lib/server/http/static/narrow-policy.ts';

const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
const policyOf = (...contents: string[]) =>
  `default-src 'self'; script-src 'self'${contents.map((one) => ` ${hashOf(one)}`).join('')}; style-src 'self' ${hashOf('a{}')};`;
const page =
  '<style>a{}</style><script type="module">own()</script><script src="/x.js"></script><script>injected()</script>';

test('[C-35] a page’s policy has the hashes of its own scripts and styles, and no others', () => {
  expect(narrowPolicy(policyOf('own()', 'other()'), page)).toBe(policyOf('own()'));
});

test('[TRACK-05] where the chat needs inline styles, the policy has no hashes of styles, but those of scripts', () => {
  const policy = policyOf('own()').replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
  expect(narrowPolicy(policy, page)).toBe(
    `default-src 'self'; script-src 'self' ${hashOf('own()')}; style-src 'self' 'unsafe-inline';`,
  );
});

test('[C-35] a script that the build does not know gets no hash', () => {
  expect(narrowPolicy(policyOf('own()'), page)).not.toContain(hashOf('injected()'));
});

test('[C-35] the policy of a server-rendered page is narrowed, and the page stays as it is', async () => {
  const headers = {
    'Content-Type': 'text/html',
    'Content-Security-Policy': policyOf('own()', 'other()'),
  };
  const narrowed = await narrowPagePolicy(new Response(page, { status: 404, headers }));
  expect(narrowed.status).toBe(404);
  expect(narrowed.headers.get('Content-Security-Policy')).toBe(policyOf('own()'));
  expect(await narrowed.text()).toBe(page);
});
