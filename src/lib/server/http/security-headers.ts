/** A header in the form that both Node and fetch accept. */
export type Header = readonly [name: string, value: string];

/** Headers of responses that are not pages: the API, redirects, errors without a page. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Headers of files that are not pages: an SVG that is opened directly runs no script, and a worker can still
 * load its own.
 */
export const filePolicy = "script-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Returns the security headers of every response. A page has the policy that Astro generates from the directives in
 * `astro.config.mjs`. HSTS is sent over https only, because a browser would remember it for localhost. [C-35]
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
