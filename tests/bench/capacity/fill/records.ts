import { sql } from 'kysely';

/** What the last month leaves: messages, reminders; and the audit log of a year. */
export const fillRecords = [
  sql`
    insert into outbox (id, dedupe_key, recipient, medium, kind, user_id, sender, subject, text, summary, status, attempts, due_at, created_at, finished_at,
      is_repeatable, provider_id, delivery, delivery_at, last_error)
    select gen_random_uuid(), 'many:' || turn || ':' || n, case when turn % 3 = 0 then phone else email end, case when turn % 3 = 0 then 'SMS' else 'EMAIL' end,
      'application-update', id, 'application-update', case when turn % 3 > 0 then 'Your application has arrived' end,
      repeat('Your application has arrived. You will hear by tomorrow. ', 6), 'Your application has arrived.',
      case when n % 500 = 0 then 'FAILED' else 'SENT' end, 1, sent_at, sent_at, sent_at, true, case when turn % 3 = 0 then 'SM' || md5(turn || ':' || n) end,
      case when turn % 3 = 0 then 'DELIVERED' end, case when turn % 3 = 0 then sent_at end, case when n % 500 = 0 then 'REJECTED' end
    from bench.person cross join generate_series(1, 5) turn cross join lateral (select now() - interval '30 days' * bench.draw(n * 5 + turn, 60) as sent_at) sent
    where n % 8 = 0 or at > now() - interval '30 days' and n % 2 = 0`,
  sql`
    insert into reminder (topic, subject_id, starts_at, minutes_before, sent_at)
    select 'event', id, now() - interval '30 days' * bench.draw(n, 61), 60, now() - interval '30 days' * bench.draw(n, 61) from bench.person where n % 5 = 0`,
  sql`
    insert into audit_event (id, at, actor_id, action, subject_type, subject_id, details)
    select gen_random_uuid(), at + interval '20 hours', (select id from bench.person where n = 1 + l.n % 60), 'lead.ATTEMPT', 'lead', lead_id, '{"outcome": "NO_ANSWER"}'
    from bench.lead l where n % 3 > 0
    union all
    select gen_random_uuid(), event.at, (select id from bench.person where n = 1 + event.n % 60), 'application.' || action, 'application', application_id,
      jsonb_build_object('from', from_status, 'to', to_status)
    from (select *, row_number() over ()::int as n from application_event where actor_type = 'STAFF' and subject = 'APPLICATION' and action is not null) event`,
];
