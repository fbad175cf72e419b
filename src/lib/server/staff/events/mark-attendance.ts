import type { BodyOf, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { staffEventRoutes } from '#lib/contract/staff/events/live-events.ts';
import { parseRegistrationNumber } from '#lib/domain/events/event-text.ts';
import { type RegistrationAction, seatedStatuses } from '#lib/domain/events/registration-flow.ts';
import type { Db } from '#lib/server/db/index.ts';
import { lockEvent } from '#lib/server/events/lock-event.ts';
import { moveRegistration } from '#lib/server/events/move-registration.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';

type Endpoint = (typeof staffEventRoutes)['POST /api/v1/staff/events/{eventId}/attendance/'];

interface Registrant {
  id: string;
  userId: string;
  status: string;
}

const actions: Record<string, RegistrationAction> = { ATTENDED: 'MARK_ATTENDED', NO_SHOW: 'MARK_NO_SHOW' };

/**
 * Marks registrants as attended or not, by their ids or by a list. The same mark again changes nothing. Lines of the list that
 * do not name exactly one person with a seat are returned. Throws `EVENT_NOT_FOUND`, `INVALID_STATE`.
 */
export async function markEventAttendance(
  work: UnitOfWork,
  staffId: string,
  eventId: string,
  { status, registrationIds = [], list = '' }: BodyOf<Endpoint>,
): Promise<ResponseOf<Endpoint>> {
  const event = await lockEvent(work.trx, eventId);
  const people = await listRegistrants(work.trx, eventId);
  const lines = list.split(/\r?\n/).flatMap((line) => line.trim() || []);
  const seated = people.filter((person) => seatedStatuses.some((one) => one === person.status));
  const matches = lines.map((line) => ({ line, person: findNamed(seated, line) }));
  const chosen = [
    ...people.filter(({ id }) => registrationIds.includes(id)),
    ...matches.flatMap(({ person }) => person ?? []),
  ];
  const target = status ?? 'REGISTERED';
  const changing = [...new Set(chosen)].filter((person) => person.status !== target);
  for (const { userId } of changing)
    await moveRegistration(work, event, {
      ...{ actor: { type: 'STAFF', id: staffId }, userId },
      action: (status && actions[status]) || 'CLEAR_ATTENDANCE',
    });
  return {
    changed: changing.length,
    unknown: matches.flatMap(({ line, person }) => (person ? [] : line)),
  };
}

type NamedRegistrant = Registrant & { number: string; email: string | null; phoneE164: string };

const listRegistrants = (trx: Db, eventId: string): Promise<NamedRegistrant[]> =>
  trx
    .selectFrom('eventRegistration')
    .innerJoin('appUser', 'appUser.id', 'eventRegistration.userId')
    .select(['eventRegistration.id', 'userId', 'eventRegistration.status', 'number', 'email', 'phoneE164'])
    .where('eventId', '=', eventId)
    .orderBy('eventRegistration.id')
    .execute();

/** Returns the only person whom a line names; the end of a mobile number may be that of several. */
function findNamed(people: readonly NamedRegistrant[], line: string): NamedRegistrant | undefined {
  const named = people.filter((one) => isNamed(one, line));
  return named.length === 1 ? named[0] : undefined;
}

/** Returns whether a line of a list is the person's number, email or mobile number, with or without its country code. */
function isNamed({ number, email, phoneE164 }: NamedRegistrant, line: string): boolean {
  const text = line.toLowerCase();
  // A trunk zero or 00 is not a part of the stored number.
  const digits = line.replace(/\D/g, '').replace(/^0+/, '');
  return (
    parseRegistrationNumber(line) === number ||
    text === email?.toLowerCase() ||
    (digits.length >= 8 && /^[+\d\s()-]+$/.test(line) && phoneE164.endsWith(digits))
  );
}
