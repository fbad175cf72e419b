/** A header as Node and the Fetch standard both take it. */
export type Header = readonly [name: string, value: string];

/** For answers that no page shows: the API, redirects, errors without a page. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** For files that are no page: an SVG opened by itself runs nothing, and a worker keeps its own rights. */
export const filePolicy = "script-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * C-35, on every answer whatever it is. A page brings the policy that Astro made for it; `astro.config.mjs` lists
 * its directives. HSTS only where the site is served by https: on localhost it would stick.
 */
export function securityHeaders({
  https,
  policy = closedPolicy,
}: {
  https: boolean;
  policy?: string;
}): Header[] {
  return [
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-site'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), otp-credentials=(self)'],
    ...(https ? [['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'] as const] : []),
  ];
}
