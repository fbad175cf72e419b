import { sql } from 'kysely';
import { dateTimeText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { eventStatusAt, eventStatusLabels } from '#lib/domain/events/event.ts';
import { parseRegistrationNumber } from '#lib/domain/events/event-text.ts';
import { type RegistrationStatus, registrationStatusLabels } from '#lib/domain/events/registration-flow.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { LiveEventRow } from '#lib/server/events/event-rows.ts';
import { formatPersonName } from '../person-names.ts';
import { matchingPeople } from './search-people.ts';
import { joinFacts, type SearchSource } from './search-source.ts';

type FoundEvent = Pick<LiveEventRow, 'id' | 'title' | 'startsAt' | 'endsAt' | 'timeZone' | 'status' | 'now'>;

/** Events whose title or speakers have each word; those that are ahead first. There are some thousands at most. [API-20] */
export const foundEvents: SearchSource = {
  kind: 'EVENT',
  find: async (db, { text }, limit) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6);
    const { rows } = await sql<FoundEvent>`
      select id, title, starts_at, ends_at, time_zone, status, now() as now from live_event
      where (select bool_and(strpos(searched, word) > 0)
        from (select lower(concat_ws(' ', title, (
          select string_agg(speaker ->> 'name', ' ') from jsonb_array_elements(speakers) speaker))) as searched
          offset 0) texts, unnest(${words}::text[]) word)
      order by ends_at <= now(), case when ends_at > now() then starts_at end, starts_at desc, id
      limit ${limit}`.execute(db);
    return rows.map(({ id, title, ...event }) => ({
      ...{ id, title, href: `/staff/events/${id}/` },
      text: joinFacts(
        dateTimeText(event.startsAt, event.timeZone, defaultTimeZone),
        eventStatusLabels[eventStatusAt(event, event.now)],
      ),
    }));
  },
};

type FoundRegistrant = Pick<UserRow, 'firstName' | 'lastName'> & {
  id: string;
  eventId: string;
  number: string;
  title: string;
  status: RegistrationStatus;
};

/** Registrants of events by their number, name, email or mobile number, the latest first. */
export const foundRegistrants: SearchSource = {
  kind: 'REGISTRANT',
  find: async (db, terms, limit) => {
    const number = parseRegistrationNumber(terms.text);
    const matching = number
      ? sql`r as (select * from event_registration where number = ${number})`
      : sql`${matchingPeople(terms)}, r as (
          select event_registration.* from person
          join event_registration on event_registration.user_id = person.id)`;
    const { rows } = await sql<FoundRegistrant>`
      with ${matching}
      select r.id, r.event_id, r.number, r.status, live_event.title, app_user.first_name, app_user.last_name
      from r join app_user on app_user.id = r.user_id join live_event on live_event.id = r.event_id
      order by live_event.starts_at desc, r.id limit ${limit}`.execute(db);
    return rows.map(({ id, eventId, number: own, status, title, ...person }) => ({
      id,
      title: formatPersonName(person),
      href: `/staff/events/${eventId}/?${new URLSearchParams({ search: own })}#roster`,
      text: joinFacts(own, title, registrationStatusLabels[status]),
    }));
  },
};
