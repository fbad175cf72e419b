import { type RawBuilder, sql } from 'kysely';
import type { Paging } from '#lib/contract/core/list.ts';
import type { EventFilters, LiveEventCard } from '#lib/contract/events/live-events.ts';
import { isReadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Page } from '#lib/server/http/list.ts';
import { type LiveEventRow, loadOwnRegistrations, selectEvents, type ViewerId } from './event-rows.ts';
import { presentEventCard } from './present-event.ts';

/**
 * Events that are not over. A postponed one has no date, so it stays until it gets one. A cancelled one stays until it would
 * have ended.
 */
const isUpcoming = sql<boolean>`
  (live_event.status in ('SCHEDULED', 'CANCELLED') and ends_at > now() or live_event.status = 'POSTPONED')`;
const isPast = sql<boolean>`(live_event.status = 'SCHEDULED' and ends_at <= now())`;

/** Lists public events: upcoming ones by their begin, past ones with the newest first. [API-20] */
export async function listEvents(
  db: Db,
  { limit, offset, ...filters }: EventFilters & Paging,
  viewerId: ViewerId,
): Promise<Page<LiveEventCard>> {
  const condition = matchesFilters(filters);
  const { count } = await db
    .selectFrom('liveEvent')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(condition)
    .executeTakeFirstOrThrow();
  const rows = await selectEvents(db)
    .where(condition)
    .orderBy(filters.when === 'PAST' ? sql`starts_at desc, id` : sql`status = 'POSTPONED', starts_at, id`)
    .limit(limit)
    .offset(offset)
    .execute();
  const mine = await loadOwnRegistrations(
    db,
    rows.map(({ id }) => id),
    viewerId,
  );
  const results = rows.filter(isReadable).map((row) => presentEventCard(row, mine.get(row.id) ?? null));
  return { count, results };
}

/** Maximum number of events in a calendar. */
const calendarLength = 500;

/** Lists the public events of a calendar to subscribe to: those that are ahead, and those of the last month. */
export const listCalendarEvents = (db: Db, filters: EventFilters): Promise<LiveEventRow[]> =>
  selectEvents(db)
    .where('status', '!=', 'DRAFT')
    .where('endsAt', '>', sql<Date>`now() - interval '30 days'`)
    .where(matchesSearch(filters))
    .orderBy(sql`ends_at <= now(), starts_at, id`)
    .limit(calendarLength)
    .execute();

/** Returns when events were last changed, by id. */
export async function listUpdateTimes(db: Db, ids: readonly string[]): Promise<Map<string, Date>> {
  if (!ids.length) return new Map();
  const rows = await db.selectFrom('liveEvent').select(['id', 'updatedAt']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]));
}

const matchesFilters = (filters: EventFilters): RawBuilder<boolean> =>
  sql`${filters.when === 'PAST' ? isPast : isUpcoming} and ${matchesSearch(filters)}`;

function matchesSearch({ kind, programType, search = '' }: EventFilters): RawBuilder<boolean> {
  const words = listSearchWords(search);
  // A text without a word, such as "?!", finds nothing.
  const isWordless = search !== '' && words.length === 0;
  return sql.join(
    [
      sql`true`,
      ...(kind ? [sql`kind = ${kind}`] : []),
      ...(programType ? [sql`program_type = ${programType}`] : []),
      ...(words.length ? [matchesAll(words)] : []),
      ...(isWordless ? [sql`false`] : []),
    ],
    sql` and `,
  );
}

/** Each word is looked for on its own, so their number has a limit. */
const maxWords = 8;

/** The accents of Latin letters. The signs of other scripts are parts of their words. */
const accents = /[\u0300-\u036f]/g;

/** Splits a search into words without accents, so that "resume" finds "résumé". */
function listSearchWords(text: string): string[] {
  const plain = text.normalize('NFD').replace(accents, '').normalize('NFC').toLowerCase();
  return (plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, maxWords);
}

/**
 * The words of an event, each after a space. It does not depend on the locale of the database, in which letters of other
 * scripts may be no letters.
 */
const searchedText = sql<string>`' ' || regexp_replace(lower(normalize(regexp_replace(normalize(concat_ws(' ',
  title, summary, replace(kind, '_', ' '), venue, (
    select string_agg(concat_ws(' ', speaker ->> 'name', speaker ->> 'company'), ' ')
    from jsonb_array_elements(speakers) speaker)), NFD), '[\\u0300-\\u036f]', '', 'g'), NFC)),
  '[\\s!-/:-@[-\`{-~–—·‘’“”…]+', ' ', 'g')`;

/** The text of an event is formed once, and then each word must match the beginning of one of its words. */
const matchesAll = (words: readonly string[]): RawBuilder<boolean> => sql`(
  select bool_and(strpos(words, ' ' || word) > 0)
  from (select ${searchedText} as words offset 0) searched, unnest(${words}::text[]) word)`;
