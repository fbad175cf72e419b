/** Where the machine-readable parts of certificates are. Documents that people keep for years name these addresses. */

export const issuerProfilePath = '/certificates/issuer/profile.json';

/** The number of certificates in one status list: the least that the standard allows, so that an entry tells nothing. */
export const statusListLength = 131_072;

/**
 * Whether software looks up at this path, under the origin that a saved credential names, who signed it and whether it still
 * counts.
 */
export const isProofPath = (path: string): boolean =>
  path === issuerProfilePath || /^\/certificates\/status\/\d{1,4}\.json$/.test(path);

/** The parameter that asks for a document of proof as it is under a former origin of the site. */
export const formerOriginParameter = 'origin';

export const statusListPath = (list: number): string => `/certificates/status/${list}.json`;

export const credentialPath = (shortUuid: string): string => `/certificates/${shortUuid}/credential.json`;

/** The certificate's picture with the credential in it. */
export const badgePath = (shortUuid: string): string => `/certificates/${shortUuid}/badge.png`;
