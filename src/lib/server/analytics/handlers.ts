import type { analyticsRoutes } from '#lib/contract/analytics/analytics.ts';
import { isVisitSampled } from '#lib/domain/analytics/visit.ts';
import { isBotAgent } from '#lib/domain/core/limits/bot-agent.ts';
import type { Handlers } from '#lib/server/context.ts';
import { attributionOf } from '#lib/server/core/attribution.ts';
import { consumeOrThrow } from '#lib/server/http/limits/consume-or-throw.ts';
import { storeEvents } from './store-events.ts';

/**
 * The handler of the collector. Without the visitor's consent it stores nothing. It sets no cookie and
 * stores neither address nor account.
 */
export const analyticsHandlers: Handlers<keyof typeof analyticsRoutes> = {
  'POST /api/v1/analytics/events/': async ({ db, config, body, ...visit }) => {
    const { cookies, userAgent, asksForPrivacy } = visit;
    const { visitId, events } = body;
    const { analyticsEventsPerHour: max, analyticsSamplePercent: samplePercent } = config.limits;
    const isAllowed = cookies.getReadable('consent') === 'analytics' && !asksForPrivacy;
    if (!isAllowed || isBotAgent(userAgent) || !isVisitSampled(visitId, samplePercent))
      return { isSampled: false };
    await consumeOrThrow(db, { key: 'analytics:all', max, windowSeconds: 3600, amount: events.length });
    await storeEvents(db, { visitId, samplePercent, userAgent, attribution: attributionOf(visit), events });
    return { isSampled: true };
  },
};
