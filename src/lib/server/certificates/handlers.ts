import type { certificateRoutes } from '#lib/contract/certificates/certificates.ts';
import { parseVisitHost } from '#lib/domain/certificates/certificate-visits.ts';
import { isBotAgent } from '#lib/domain/core/limits/bot-agent.ts';
import type { Handlers } from '#lib/server/context.ts';
import { countCertificateMiss } from './certificate-misses.ts';
import { findPublicCertificate } from './certificate-rows.ts';
import { countVisit } from './certificate-visits.ts';
import { presentCertificate } from './present-certificate.ts';

/** The handlers of the public certificate. */
export const certificateHandlers: Handlers<keyof typeof certificateRoutes> = {
  'GET /api/v1/public/certificates/{certificateIdOrShortUuid}/': async ({ db, config, params, network }) => {
    const row = await findPublicCertificate(db, params.certificateIdOrShortUuid);
    if (!row) throw await countCertificateMiss(db, network());
    return presentCertificate(row, config.siteOrigin);
  },

  'POST /api/v1/public/certificates/{shortUuid}/visits/': async ({
    db,
    session,
    params,
    body,
    userAgent,
    asksForPrivacy,
  }) => {
    const host = parseVisitHost(body.sourceHost);
    if (!isBotAgent(userAgent) && !asksForPrivacy)
      await countVisit(db, { shortUuid: params.shortUuid, host, userId: session?.user.id ?? null });
    return {};
  },
};
