export type Environment = 'PRODUCTION' | 'STAGING' | 'DEVELOPMENT';

export interface EnvironmentDomains {
  /** `liftoff.example`; its hosts `www.` and `app.` belong to production too. */
  productionDomain: string;
  /** `staging.liftoff.example`; every host below it belongs to staging too. */
  stagingDomain: string;
}

/**
 * Returns the environment of a page's host (APP-02). A host ends in the staging domain only at a label
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
