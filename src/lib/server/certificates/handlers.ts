import type { certificateRoutes } from '#lib/contract/certificates/certificates.ts';
import type { Handlers } from '#lib/server/context.ts';
import { countCertificateMiss } from './certificate-misses.ts';
import { findPublicCertificate } from './certificate-rows.ts';
import { presentCertificate } from './present-certificate.ts';

/** The handler of the public certificate. */
export const certificateHandlers: Handlers<keyof typeof certificateRoutes> = {
  'GET /api/v1/public/certificates/{certificateIdOrShortUuid}/': async ({ db, config, params, network }) => {
    const row = await findPublicCertificate(db, params.certificateIdOrShortUuid);
    if (!row) throw await countCertificateMiss(db, network());
    return presentCertificate(row, config.siteOrigin);
  },
};
