import type { privacyRoutes } from '#lib/contract/privacy/privacy.ts';
import type { Handlers } from '#lib/server/context.ts';
import { requestExport } from './data-export.ts';
import { cancelDeletion, requestDeletion } from './delete-account.ts';
import { withdrawMoonshot } from './withdraw-moonshot.ts';

/** Handlers of a person's own data. [C-20] */
export const privacyHandlers: Handlers<keyof typeof privacyRoutes> = {
  'POST /api/v1/user/data-export/': async ({ db, session, log }) => {
    await requestExport(db, session);
    log.info({ event: 'data_export.requested', userId: session.user.id }, 'copy of data requested');
    return {};
  },

  'POST /api/v1/user/deletion/request/': async ({ session, log, ...deps }) => {
    await requestDeletion(deps, session);
    log.info({ event: 'deletion.requested', userId: session.user.id }, 'deletion of an account requested');
    return {};
  },

  'POST /api/v1/user/deletion/cancel/': async ({ db, session, log }) => {
    await cancelDeletion(db, session.user.id);
    log.info({ event: 'deletion.cancelled', userId: session.user.id }, 'account kept');
    return {};
  },

  'POST /api/v1/user/moonshot-consent/withdraw/': async ({ session, log, ...deps }) => {
    await withdrawMoonshot(deps, session.user.id);
    log.info({ event: 'candidate.consent-withdrawn', userId: session.user.id }, 'consent withdrawn');
    return {};
  },
};
