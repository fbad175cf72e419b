import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { staffEventRoutes } from '#lib/contract/staff/events/live-events.ts';
import { eventStatusAt } from '#lib/domain/events/event.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { LiveEventRow } from '#lib/server/events/event-rows.ts';
import { lockEvent } from '#lib/server/events/lock-event.ts';
import { offerFreeSeats } from '#lib/server/events/move-registration.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../audit.ts';
import { type EventValues, toColumns, toValues } from './event-values.ts';

const invalid = (field: string, message: string) =>
  new HttpError('VALIDATION_FAILED', { message, fields: { [field]: message } });

/** Creates a draft and returns its id, or the id of the event with the same title and begin. */
export async function createEvent(
  trx: Db,
  staffId: string,
  values: EventValues,
): Promise<{ id: string; isExisting: boolean }> {
  requireOrder(values);
  const existing = await trx
    .selectFrom('liveEvent')
    .select('id')
    .where('title', '=', values.title)
    .where('startsAt', '=', new Date(values.startsAt))
    .executeTakeFirst();
  if (existing) return { id: existing.id, isExisting: true };
  const id = uuidv7();
  await trx
    .insertInto('liveEvent')
    .values({
      ...(toColumns(values) as Required<ReturnType<typeof toColumns>>),
      registrationClosesAt: values.registrationClosesAt ?? values.startsAt,
      ...{ id, slug: await createSlug(trx, values), status: 'DRAFT' },
      ...{ previousStartsAt: null, cancelReason: null, replacedById: null },
    })
    .execute();
  await recordStaffAudit(trx, staffId, 'event.CREATE', id, { title: values.title });
  return { id, isExisting: false };
}

/** Returns an address of the title, and of the day where another event has it. */
async function createSlug(trx: Db, { title, startsAt }: EventValues): Promise<string> {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const slug =
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 80) || 'event';
  const choices = [slug, `${slug}-${startsAt.slice(0, 10)}`, `${slug}-${uuidv7().slice(-8)}`];
  const used = await trx.selectFrom('liveEvent').select('slug').where('slug', 'in', choices).execute();
  return choices.find((one) => !used.some((row) => row.slug === one)) ?? uuidv7();
}

function requireOrder({ startsAt, endsAt }: Pick<EventValues, 'startsAt' | 'endsAt'>): void {
  if (endsAt <= startsAt) throw invalid('endsAt', 'The end must be after the beginning');
}

type Changes = BodyOf<(typeof staffEventRoutes)['PATCH /api/v1/staff/events/{eventId}/update/']>;

/** What a calendar entry shows. Where it changes, the entry is updated. */
const entryFields: readonly (keyof EventValues)[] = ['title', 'summary', 'mode', 'venue'];

/**
 * Changes some fields. A larger event offers the new seats to the wait-list. Throws `EVENT_NOT_FOUND`, `STALE_WRITE`,
 * `INVALID_STATE`, `VALIDATION_FAILED`.
 */
export async function updateEvent(
  work: UnitOfWork,
  staffId: string,
  id: string,
  { version, ...given }: Changes,
): Promise<void> {
  const changes = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<EventValues>;
  const event = await lockEvent(work.trx, id);
  const before = toValues(event);
  const names = (Object.keys(changes) as (keyof EventValues)[]).filter(
    (name) => JSON.stringify(changes[name]) !== JSON.stringify(before[name]),
  );
  if (!names.length) return;
  if (event.version !== version) throw new HttpError('STALE_WRITE');
  requireEditable(event, names);
  const after = { ...before, ...changes };
  requireOrder(after);
  if (after.capacity !== null && after.capacity < event.taken)
    throw invalid('capacity', `${event.taken} seats are taken, so there must be at least as many.`);
  await work.trx
    .updateTable('liveEvent')
    .set({
      ...toColumns(changes),
      registrationClosesAt: after.registrationClosesAt ?? after.startsAt,
      version: version + 1,
      updatedAt: sql<Date>`now()`,
      sequence: event.sequence + Number(names.some((name) => entryFields.includes(name))),
    })
    .where('id', '=', id)
    .execute();
  const pick = (values: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  await recordStaffAudit(work.trx, staffId, 'event.UPDATE', id, { from: pick(before), to: pick(after) });
  await offerFreeSeats(work, await lockEvent(work.trx, id));
}

function requireEditable(event: LiveEventRow, names: readonly string[]): void {
  if (event.status === 'CANCELLED')
    throw new HttpError('INVALID_STATE', { message: 'This event is cancelled.' });
  const movesTime = names.some((name) => name === 'startsAt' || name === 'endsAt');
  if (movesTime && event.status !== 'DRAFT')
    throw invalid('startsAt', 'People know this time. Use “Move to another time”, so that they hear of it.');
  if (eventStatusAt(event, event.now) === 'ENDED' && names.includes('capacity'))
    throw invalid('capacity', 'The event is over.');
}
