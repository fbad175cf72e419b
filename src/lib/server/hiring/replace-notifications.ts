import { sql } from 'kysely';
import { notificationChannels } from '#lib/domain/account/notification-preferences.ts';
import { findOwn } from '#lib/domain/core/record.ts';
import {
  type HeardState,
  isReplacedBy,
  listCarriedNotes,
  readHeardTimes,
} from '#lib/domain/hiring/applications/heard-state.ts';
import type { NotifiedAction } from '#lib/domain/hiring/applications/notification-facts.ts';
import { senders } from '#lib/server/account/notifications/senders.ts';
import type { Db } from '#lib/server/db/index.ts';
import { listRemaining, replaceWaiting } from '#lib/server/messages/replace-waiting.ts';
import type { ReplacedMessage, UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import type { ApplicationAggregate, EventRow } from './application-aggregate.ts';

/** The messages about earlier changes of an application that still wait when the next change comes. */

/** What the message about a change has to know of those that it takes the place of. */
export interface Replacement extends HeardState {
  /** The notes of staff in them, the oldest first. */
  notes: string[];
  /** The city that the candidate knows, where they have not heard of a change of it. */
  heardCity?: string | null;
  /** One of them is always sent, whatever the candidate has chosen, so the message in its place is too. */
  isAlwaysSent: boolean;
}

/** No message waits longer: an email for its server a day, and for the end of its budget another one. */
const maxWaitHours = 48;

/** Returns the key of the messages about an entry of the history. */
export const notificationKey = (eventId: string): string => `application:${eventId}`;
const messageKeys = (eventId: string) =>
  notificationChannels.map((channel) => `${notificationKey(eventId)}:${channel}`);

/**
 * Takes the messages about earlier changes that still wait out of the outbox, in the transaction of the change that makes them untrue,
 * and marks in the history what the candidate has not heard. One that a process attempts now may have been heard, and is not tried
 * again. Returns null where there was neither, and for a change that is quiet alone also where none waited. [API-42]
 */
export async function replaceNotifications(
  work: UnitOfWork,
  { history, now }: ApplicationAggregate,
  eventId: string,
  action: NotifiedAction,
  isQuietAlone = false,
): Promise<Replacement | null> {
  const own = history.find(({ id }) => id === eventId);
  const since = now.getTime() - maxWaitHours * 3_600_000;
  const earlier = history.filter(
    (event) =>
      event.id !== eventId &&
      event.at.getTime() > since &&
      isReplacedBy(event.action, action) &&
      // A deadline that passed before is announced later, and does not replace what was done since.
      (!own || event.at <= own.at),
  );
  const keys = earlier.flatMap(({ id }) => messageKeys(id));
  const { replaced, attempted } = await replaceWaiting(work, keys, messageKeys(eventId));
  if (!replaced.length && (isQuietAlone || !attempted.length)) return null;

  const remaining = await listRemaining(work.trx, keys);
  const certain = new Set(replaced.filter((one) => !one.mayHaveArrived).map(({ dedupeKey }) => dedupeKey));
  const changed = earlier.filter(({ id }) => replaced.some((one) => messageKeys(id).includes(one.dedupeKey)));
  // The email of an attempt may not arrive, so the later one has its note too.
  const unsent = earlier.filter((event) => {
    const email = `${notificationKey(event.id)}:email`;
    return hasKey(attempted, email) || (changed.includes(event) && !remaining.has(email));
  });
  // Candidates know what they did themselves.
  const unheard = changed.filter(
    ({ id, actorType }) =>
      actorType !== 'CANDIDATE' &&
      messageKeys(id).every((key) => !remaining.has(key) && (certain.has(key) || !hasKey(replaced, key))),
  );
  const events = { history, eventId, action, ownAt: own?.at ?? now, unsent, unheard };
  const isAlwaysSent = [...replaced, ...attempted].some(isConfirmation);
  return { ...(await describeReplacement(work.trx, events)), isAlwaysSent };
}

const hasKey = (messages: readonly { dedupeKey: string }[], key: string) =>
  messages.some(({ dedupeKey }) => dedupeKey === key);

const isConfirmation = ({ sender }: Pick<ReplacedMessage, 'sender'>) =>
  sender !== null && findOwn(senders, sender)?.kind === 'transactional';

interface ReplacedEvents {
  history: readonly EventRow[];
  eventId: string;
  action: NotifiedAction;
  ownAt: Date;
  /** The entries whose email was not sent, as far as we know. */
  unsent: readonly EventRow[];
  /** The entries of which no message was sent. */
  unheard: readonly EventRow[];
}

/** Marks the entries, those whose place an earlier message had taken too, and returns what the candidate has heard. */
async function describeReplacement(
  trx: Db,
  { history, eventId, action, ownAt, unsent, unheard }: ReplacedEvents,
): Promise<Omit<Replacement, 'isAlwaysSent'>> {
  const ids = new Set(unsent.map(({ id }) => id));
  // What was done together was announced by one message.
  const times = new Set(unheard.map(({ at }) => at.getTime()));
  const newlyUnheard = history.filter(({ id, at }) => id !== eventId && times.has(at.getTime()));
  const all = history.filter(
    (event) => ids.has(event.id) || ids.has(event.replacedById ?? '') || newlyUnheard.includes(event),
  );
  await markReplaced(trx, eventId, all, newlyUnheard);
  const isUnheard = (event: EventRow) => event.isUnheard || newlyUnheard.includes(event);
  const unheardEvents = all.filter(isUnheard);
  const cityChange = unheardEvents.find((event) => event.action === 'CHANGE_CITY');
  return {
    ...readHeardTimes(history.filter((event) => !isUnheard(event) && !isOfOneTransaction(event.at, ownAt))),
    unheard: unheardEvents.flatMap((event) => event.action ?? []),
    notes: listCarriedNotes(all, action),
    ...(cityChange && { heardCity: cityChange.previousCity }),
  };
}

/** A change can have several entries, all with the time at which its transaction began. The clocks of the drivers may round. */
const isOfOneTransaction = (one: Date, other: Date) => Math.abs(one.getTime() - other.getTime()) <= 1;

async function markReplaced(
  trx: Db,
  replacedById: string,
  replaced: readonly EventRow[],
  unheard: readonly EventRow[],
): Promise<void> {
  if (!replaced.length) return;
  await trx
    .updateTable('applicationEvent')
    .set({
      replacedById,
      isUnheard: sql<boolean>`is_unheard or id = any(${unheard.map(({ id }) => id)}::uuid[])`,
    })
    .where('id', '=', sql<string>`any(${replaced.map(({ id }) => id)}::uuid[])`)
    .execute();
}
