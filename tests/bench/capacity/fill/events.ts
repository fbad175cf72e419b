import { sql } from 'kysely';
import { id } from './functions.ts';

/** Three hundred live events: copies of the demo's over a year, twenty of them to come, with a seat for four of ten people. */
export const fillEvents = [
  sql`
    create unlogged table bench.event as
    select k, ${id('event', 'k', "'2026-01-01'")} as event_id, now() + make_interval(hours => k * 30 - 280 * 30) as starts_at from generate_series(0, 299) k`,
  sql`
    insert into live_event
    select (jsonb_populate_record(model, jsonb_build_object('id', event_id, 'slug', (model).slug || '-' || k, 'starts_at', starts_at, 'ends_at', starts_at + interval '1 hour',
      'registration_closes_at', starts_at, 'capacity', null, 'taken', 0, 'status', 'SCHEDULED', 'previous_starts_at', null, 'cancel_reason', null, 'replaced_by_id', null,
      'cover_media_id', null, 'slides_media_id', null))).*
    from bench.event join (select live_event as model, row_number() over (order by id) - 1 as m, count(*) over () as models from live_event) models on m = k % models`,
  // A person takes seats of the events after they joined; the nearer, the likelier.
  sql`
    create unlogged table bench.seat as
    select n, id as user_id, event.*, greatest(at, starts_at - interval '10 days' * bench.draw(n, 50)) as at,
      case when starts_at > now() then case when n % 12 = 0 then 'CANCELLED' else 'REGISTERED' end
        else (array['ATTENDED', 'ATTENDED', 'NO_SHOW', 'NO_SHOW', 'CANCELLED'])[1 + bench.pick(n, 51, 5)] end as status
    from bench.person
    join bench.event on k = least(299, 281 + floor(extract(epoch from at - now()) / 108000)::int + bench.pick(n, 52, 20, 2))
    where bench.draw(n, 53) < 0.4 and verified_at is not null`,
  sql`
    insert into event_registration (id, number, event_id, user_id, status, registered_at)
    select ${id('seat')}, 'LE-' || to_char(at, 'YY') || '-' || 100000 + n, event_id, user_id, status, at from bench.seat where k >= 0`,
  sql`
    insert into event_registration_history (id, registration_id, at, action, from_status, to_status, actor_type)
    select gen_random_uuid(), ${id('seat')}, at, 'REGISTER', null, 'REGISTERED', 'CANDIDATE' from bench.seat where k >= 0
    union all
    select gen_random_uuid(), ${id('seat')}, starts_at, case status when 'ATTENDED' then 'MARK_ATTENDED' when 'NO_SHOW' then 'MARK_NO_SHOW' else 'CANCEL' end, 'REGISTERED', status, 'STAFF'
    from bench.seat where k >= 0 and status <> 'REGISTERED'`,
  sql`
    insert into event_feedback (registration_id, rating, suggestion, at)
    select ${id('seat')}, 3 + n % 3, '', starts_at + interval '2 hours' from bench.seat where k >= 0 and status = 'ATTENDED' and n % 4 = 0`,
  sql`
    insert into conversion (id, kind, subject_id, user_id, device, at)
    select gen_random_uuid(), 'EVENT', ${id('seat')}, user_id, 'PHONE', at from bench.seat where k >= 0`,
  sql`
    update live_event set taken = seats.taken from (select event_id, count(*)::int as taken from event_registration where status in ('REGISTERED', 'ATTENDED', 'NO_SHOW') group by 1) seats
    where id = event_id`,
];
