export type Environment = 'PRODUCTION' | 'STAGING' | 'DEVELOPMENT';

export interface EnvironmentDomains {
  /** `liftoff.example`; its hosts `www.` and `app.` belong to production too. */
  productionDomain: string;
  /** `staging.liftoff.example`; every host that ends in this text belongs to staging. */
  stagingDomain: string;
}

/**
 * Returns the environment of a page's host. The end of a host is compared as text, so `prstaging.example` belongs to
 * `staging.example` too. For display, analytics and chat only; the server never decides about security by a host. [APP-02]
 */
export function environmentOf(host: string, domains: EnvironmentDomains): Environment {
  const name = hostName(host);
  const production = hostName(domains.productionDomain);
  const staging = hostName(domains.stagingDomain);
  if (production && [production, `www.${production}`, `app.${production}`].includes(name))
    return 'PRODUCTION';
  if (staging && name.endsWith(staging)) return 'STAGING';
  return 'DEVELOPMENT';
}

/**
 * Returns whether a page on this host may load the live chat: not on production's hosts, and not on a developer's own machine.
 * [TRACK-06]
 */
export const mayLoadChat = (host: string, domains: EnvironmentDomains): boolean =>
  environmentOf(host, domains) !== 'PRODUCTION' && !isLocal(hostName(host));

const isLocal = (name: string): boolean =>
  /^(?:localhost|.*\.localhost|.*\.local|127\.[\d.]+|0\.0\.0\.0|\[::1\])$/.test(name);

/** `App.Liftoff.example.:443` → `app.liftoff.example` */
function hostName(host: string): string {
  return host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
