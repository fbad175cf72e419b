import { sql } from 'kysely';
import { executePrepared } from '#lib/server/db/index.ts';
import { personName, type TodayRow, type TodaySource } from './today-source.ts';

/** Live events that begin today. */
export const beginningEvents: TodaySource = {
  kind: 'EVENT',
  href: '/staff/events/',
  list: async (db, { startsAt, endsAt }, limit) => {
    const query = sql<TodayRow>`
      select id, starts_at as at, title as who,
        case when capacity is null then taken || ' registered'
          else taken || ' of ' || capacity || ' seats taken' end as about
      from live_event
      where starts_at >= ${startsAt} and starts_at < ${endsAt} and status = 'SCHEDULED'
      order by starts_at, id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, ...row }) => ({
      ...row,
      ...{ id: `EVENT:${id}`, kind: 'EVENT', subjectId: id, isLate: false },
      ...{ href: `/staff/events/${id}/`, action: 'Open' },
    }));
  },
};

/** Seats that were offered to people on a wait-list and go to the next person today. Nobody has to do anything unless asked. */
export const endingEventOffers: TodaySource = {
  kind: 'EVENT_OFFER',
  href: '/staff/events/',
  list: async (db, { now, endsAt }, limit) => {
    const query = sql<TodayRow & { eventId: string; number: string; phone: string }>`
      select registration.id, offer_expires_at as at, ${personName('app_user')} as who,
        concat_ws(', ', number, title) as about, phone_e164 as phone, event_id, number
      from event_registration registration
      join live_event on live_event.id = event_id and live_event.status = 'SCHEDULED'
      join app_user on app_user.id = user_id
      where registration.status = 'OFFERED' and offer_expires_at > ${now} and offer_expires_at < ${endsAt}
      order by offer_expires_at, registration.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, eventId, number, ...row }) => ({
      ...row,
      ...{ id: `EVENT_OFFER:${id}`, kind: 'EVENT_OFFER', subjectId: id, isLate: false },
      href: `/staff/events/${eventId}/?${new URLSearchParams({ search: number })}#roster`,
      action: 'See the offer',
    }));
  },
};

/** Events of the last two weeks that are over and for which nobody has marked who came. */
export const unmarkedEvents: TodaySource = {
  kind: 'ATTENDANCE',
  href: '/staff/events/?when=PAST',
  list: async (db, { now, startsAt }, limit) => {
    const query = sql<TodayRow>`
      select id, ends_at as at, title as who, registered || ' registered' as about
      from live_event cross join lateral (
        select count(*) filter (where r.status = 'REGISTERED') as registered,
          count(*) filter (where r.status in ('ATTENDED', 'NO_SHOW')) as marked
        from event_registration r where r.event_id = live_event.id) people
      where live_event.status = 'SCHEDULED' and ends_at <= ${now}
        and ends_at > ${now}::timestamptz - interval '14 days' and registered > 0 and marked = 0
      order by ends_at, id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, ...row }) => ({
      ...row,
      ...{ id: `ATTENDANCE:${id}`, kind: 'ATTENDANCE', subjectId: id, isLate: row.at < startsAt },
      ...{ href: `/staff/events/${id}/#roster`, action: 'Mark who came' },
    }));
  },
};

/** Events of the last month that give a certificate, with people who attended and have none yet. */
export const eventsWithoutCertificates: TodaySource = {
  kind: 'CERTIFICATES',
  href: '/staff/events/?when=PAST',
  list: async (db, { now, startsAt }, limit) => {
    const query = sql<TodayRow>`
      select id, ends_at as at, title as who, attended || ' attended' as about
      from live_event cross join lateral (
        select count(*) as attended from event_registration r
        where r.event_id = live_event.id and r.status = 'ATTENDED' and not exists (
          select from certificate where certificate.event_id = r.event_id and certificate.user_id = r.user_id)
      ) people
      where gives_certificate and live_event.status = 'SCHEDULED' and ends_at <= ${now}
        and ends_at > ${now}::timestamptz - interval '30 days' and attended > 0
      order by ends_at, id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, ...row }) => ({
      ...row,
      ...{ id: `CERTIFICATES:${id}`, kind: 'CERTIFICATES', subjectId: id, isLate: row.at < startsAt },
      ...{ href: `/staff/certificates/roster/?roster=EVENT:${id}`, action: 'Issue certificates' },
    }));
  },
};
