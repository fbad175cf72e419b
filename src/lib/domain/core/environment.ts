export type Environment = 'PRODUCTION' | 'STAGING' | 'DEVELOPMENT';

export interface EnvironmentDomains {
  /** `liftoff.example`: the bare domain; its `www.` and `app.` belong to it. */
  productionDomain: string;
  /** `staging.liftoff.example`: every host below it belongs to it, too. */
  stagingDomain: string;
}

/**
 * Which environment a page's host belongs to (APP-02). "Ends in the staging domain" is read at a label
 * boundary: `evilstaging.example` is not below `staging.example`. For display, analytics and chat only; the
 * server never decides about security by a host.
 */
export function environmentOf(host: string, domains: EnvironmentDomains): Environment {
  const name = hostName(host);
  const production = hostName(domains.productionDomain);
  const staging = hostName(domains.stagingDomain);
  if (production && [production, `www.${production}`, `app.${production}`].includes(name))
    return 'PRODUCTION';
  if (staging && (name === staging || name.endsWith(`.${staging}`))) return 'STAGING';
  return 'DEVELOPMENT';
}

/** `App.Liftoff.example.:443` → `app.liftoff.example` */
function hostName(host: string): string {
  return host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
