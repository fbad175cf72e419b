import { type Environment, environmentOf, mayLoadChat } from '#lib/domain/core/environment.ts';

/** The hosts of the configuration; without them every page is of development. [APP-02] */
const domains = {
  productionDomain: import.meta.env.PUBLIC_PRODUCTION_DOMAIN ?? '',
  stagingDomain: import.meta.env.PUBLIC_STAGING_DOMAIN ?? '',
};

/** Returns the environment of this page, which analytics hands to its plugins. [APP-02] */
export const currentEnvironment = (): Environment => environmentOf(location.host, domains);

/**
 * Returns whether this page may load the live chat. Without a production domain it never may, because its hosts could not be told
 * from others. [TRACK-06]
 */
export const isChatHost = (): boolean =>
  domains.productionDomain !== '' && mayLoadChat(location.host, domains);
