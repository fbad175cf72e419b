import { validate as isUuid } from 'uuid';
import type { liveEventRoutes, MyEventRegistration } from '#lib/contract/events/live-events.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { Session } from '#lib/server/auth/session.ts';
import type { Context, Handlers } from '#lib/server/context.ts';
import { attributionOf } from '#lib/server/core/attribution.ts';
import { presentList } from '#lib/server/http/list.ts';
import { runWork } from './due-offers.ts';
import { createEventNotFoundError } from './event-rows.ts';
import { saveFeedback } from './feedback.ts';
import { findPublicEvent, requireEvent } from './find-events.ts';
import { presentRegistration } from './present-event.ts';
import { moveOwnRegistration, type OwnAction, register } from './register.ts';
import { listEvents } from './search-events.ts';

/** Handlers of the public events and of a person's own registrations. */
export const liveEventHandlers: Handlers<keyof typeof liveEventRoutes> = {
  'GET /api/v1/live-events/': async ({ db, query, session }) =>
    presentList('/api/v1/live-events/', query, await listEvents(db, query, session?.user.id ?? null)),

  'GET /api/v1/live-events/{idOrSlug}/': ({ db, params, session }) =>
    requireEvent(db, params.idOrSlug, {
      id: session?.user.id ?? null,
      timeZone: session ? presentUser(session.user).timeZone : undefined,
    }),

  'POST /api/v1/live-events/{liveEventId}/register/': async (context) => {
    const { body, session, log } = context;
    const userId = session.user.id;
    const input = {
      ...{ userId, eventId: await requireEventId(context) },
      joinWaitlist: body.joinWaitlist ?? false,
    };
    const { event, registration, isExisting } = await runWork(context, (work) =>
      register(work, input, attributionOf(context)),
    );
    if (!isExisting)
      log.info(
        { event: 'event.registered', userId, eventId: event.id, status: registration.status },
        'registered for an event',
      );
    return { ...presentRegistration(event, registration, presentUser(session.user).timeZone), isExisting };
  },

  'POST /api/v1/live-events/{liveEventId}/accept-offer/': (context) => moveOwn(context, 'ACCEPT_OFFER'),

  'POST /api/v1/live-events/{liveEventId}/cancel-registration/': (context) => moveOwn(context, 'CANCEL'),

  'POST /api/v1/live-events/{liveEventId}/feedback/': async (context) => {
    const { body, db, session } = context;
    const userId = session.user.id;
    const { event, registration } = await saveFeedback(db, userId, await requireEventId(context), body);
    return presentRegistration(event, registration, presentUser(session.user).timeZone);
  },
};

type OwnRequest = Context & { session: Session; params: { liveEventId: string } };

/** Returns the id of the event that a request names by id or slug. Throws `EVENT_NOT_FOUND`. */
async function requireEventId({ db, params: { liveEventId } }: OwnRequest): Promise<string> {
  if (isUuid(liveEventId)) return liveEventId;
  const event = await findPublicEvent(db, liveEventId);
  if (!event) throw createEventNotFoundError();
  return event.id;
}

/** Makes a transition of an own registration. Throws `EVENT_NOT_FOUND`, `INVALID_STATE`. */
async function moveOwn(context: OwnRequest, action: OwnAction): Promise<MyEventRegistration> {
  const { user } = context.session;
  const eventId = await requireEventId(context);
  const { event, registration } = await runWork(context, (work) =>
    moveOwnRegistration(work, user.id, eventId, action),
  );
  if (!registration) throw createEventNotFoundError();
  return presentRegistration(event, registration, presentUser(user).timeZone);
}
