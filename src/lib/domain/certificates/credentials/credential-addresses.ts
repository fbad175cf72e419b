/** Where the machine-readable parts of certificates are. Documents that people keep for years name these addresses. */

export const issuerProfilePath = '/certificates/issuer/profile.json';

/** The number of certificates in one status list: the least that the standard allows, so that an entry tells nothing. */
export const statusListLength = 131_072;

export const statusListPath = (list: number): string => `/certificates/status/${list}.json`;

export const credentialPath = (shortUuid: string): string => `/certificates/${shortUuid}/credential.json`;

/** The certificate's picture with the credential in it. */
export const badgePath = (shortUuid: string): string => `/certificates/${shortUuid}/badge.png`;
