import type { Actor } from '#lib/server/core/actor.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** Says that the interview has another time than the one that was on the page. */
export const createStaleBookingError = (actor: Pick<Actor, 'type'>, slotId: string | null): HttpError =>
  new HttpError('STALE_WRITE', {
    message: actor.type === 'STAFF' ? changedByOthers : slotId ? bookedElsewhere : cancelledElsewhere,
  });

const changedByOthers =
  'Somebody has booked, moved or cancelled this interview since. Check the time, then choose again.';
const bookedElsewhere = 'Your interview already has a time. If you choose another one, it moves.';
const cancelledElsewhere = 'Your interview has no time any more. Please choose a new one.';
