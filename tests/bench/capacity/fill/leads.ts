import { sql } from 'kysely';
import { id } from './functions.ts';

/** A lead of each person, nine of ten of them closed, and what they asked for. */
export const fillLeads = [
  sql`
    create unlogged table bench.lead as
    select *, ${id('lead')} as lead_id, 'LD-' || 100000 + n as reference,
      case when at > now() - interval '3 days' then (array['NEW', 'NEW', 'ATTEMPTED', 'CONNECTED'])[1 + bench.pick(n, 10, 4)]
        when lot < 0.04 then 'CONVERTED' when lot < 0.45 then 'NOT_INTERESTED' when lot < 0.85 then 'UNREACHABLE'
        when lot < 0.92 then 'CANCELLED' when lot < 0.95 then 'NEW' when lot < 0.97 then 'ATTEMPTED' when lot < 0.98 then 'CONNECTED'
        else 'FOLLOW_UP' end as status,
      n % 5 = 0 as has_callback, n % 4 = 0 as has_brochure,
      (array['embark-pro', 'career-accelerator-program', 'pm-launchpad-core', 'bootcamp-non-coding'])[1 + bench.pick(n, 11, 4, 1.5)] as program
    from bench.person cross join lateral (select bench.draw(n, 12) as lot) lot where verified_at is not null`,
  sql`analyze bench.lead`,
  sql`
    insert into lead (id, reference, user_id, first_name, last_name, phone_e164, email, time_zone, status, owner_id, due_at, next_call_at,
      missed_calls, program_slugs, sources, words, created_at, asked_at, new_alerted_at, late_alerted_due)
    select lead_id, reference, id, first_name, last_name, phone, email, 'Asia/Kolkata', status,
      case when n % 10 < 7 or status not in ('NEW', 'ATTEMPTED') then (select id from bench.person owner where owner.n = 1 + l.n % 60) end,
      due_at, case when status in ('FOLLOW_UP', 'ATTEMPTED') then due_at end, n % 3, array[program],
      array_remove(array['SIGN_UP', case when has_callback then 'CALLBACK' end, case when has_brochure then 'BROCHURE' end], null),
      lower(first_name || ' ' || last_name || ' ' || reference || ' ' || email || ' ' || substr(phone, 2) || ' ' || substr(phone, 4)),
      at, at, at, due_at
    from bench.lead l cross join lateral (select case when status in ('NEW', 'CONNECTED') then at + interval '48 hours'
      when status in ('FOLLOW_UP', 'ATTEMPTED') then now() + interval '20 days' * (bench.draw(n, 13) - 0.7)
      else at + interval '10 days' end as due_at) due`,
  sql`select setval('lead_number', 2000000)`,
  sql`
    insert into lead_contact (kind, value, lead_id)
    select 'PHONE', phone, lead_id from bench.lead union all select 'EMAIL', email, lead_id from bench.lead`,
  sql`
    insert into lead_request (kind, subject_id, lead_id, program_slug, at)
    select 'SIGN_UP', id, lead_id, null, at from bench.lead`,
  sql`
    insert into lead_event (id, lead_id, at, action, from_status, to_status, actor_type)
    select gen_random_uuid(), lead_id, at, 'CREATE', null, 'NEW', 'CANDIDATE' from bench.lead
    union all
    select gen_random_uuid(), lead_id, at + interval '4 days', 'CLOSE', 'ATTEMPTED', status, 'STAFF' from bench.lead where status <> 'NEW'`,
  sql`
    insert into lead_attempt (id, lead_id, at, by_id, channel, outcome, note)
    select gen_random_uuid(), lead_id, at + make_interval(hours => 20 * turn), (select id from bench.person where n = 1 + l.n % 60),
      'CALL', (array['NO_ANSWER', 'NO_ANSWER', 'CONNECTED', 'BUSY'])[1 + (n + turn) % 4], case when n % 7 = 0 then 'Asks for an EMI option' end
    from bench.lead l cross join generate_series(1, 2) turn where status <> 'NEW' and n % 3 > 0`,
  sql`
    insert into callback_request (id, reference, user_id, first_name, last_name, email, country_iso_code, phone_e164, preferred_window,
      time_zone, consented_at, status, is_current, expected_by, requested_at)
    select ${id('lead', 'n + 100000000')}, 'CB-' || 10000000 + n, id, first_name, last_name, email, 'IN', phone, '"ASAP"', 'Asia/Kolkata', at,
      status, at > now() - interval '72 hours', at + interval '2 hours', at
    from bench.lead where has_callback`,
  sql`
    insert into brochure_request (id, program_slug, email, user_id, message_id, status, is_current, requested_at, finished_at, mailbox)
    select ${id('lead', 'n + 200000000')}, program, email, id, gen_random_uuid(), 'SENT', at > now() - interval '1 day', at, at, email
    from bench.lead where has_brochure`,
  ...(['CALLBACK', 'BROCHURE'] as const).flatMap((kind, index) => {
    const subject = id('lead', `n + ${index + 1}00000000`);
    const has = sql.ref(`has_${kind.toLowerCase()}`);
    return [
      sql`
        insert into lead_request (kind, subject_id, lead_id, program_slug, at)
        select ${sql.lit(kind)}, ${subject}, lead_id, program, at from bench.lead where ${has}`,
      sql`
        insert into conversion (id, kind, subject_id, user_id, anonymous_id, device, at)
        select gen_random_uuid(), ${sql.lit(kind)}, ${subject}, id, md5('browser' || n)::uuid::text, 'PHONE', at from bench.lead where ${has}`,
    ];
  }),
];
