import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** People who signed up and did nothing else yet, besides the candidates of past hiring. */
const count = 120;
const days = 84;

const touches = [
  { utmSource: 'google', utmMedium: 'cpc', utmCampaign: 'pm-course' },
  { referrerHost: 'www.google.com' },
  { utmSource: 'instagram', utmMedium: 'paid', utmCampaign: 'december-batch' },
  { landingPath: '/' },
  { utmSource: 'linkedin', utmMedium: 'social' },
];

/** Adds sign-ups of twelve weeks: those of past candidates are two days before their applications, with the same first visit. */
export async function insertSignUps(db: Db): Promise<void> {
  await sql`
    insert into conversion (id, kind, subject_id, user_id, anonymous_id, first_touch, session_touch, device, at)
    select gen_random_uuid(), 'SIGN_UP', app_user.id, app_user.id, application.anonymous_id, application.first_touch,
      application.session_touch, application.device, application.at - interval '2 days'
    from app_user join conversion application on application.user_id = app_user.id and application.kind = 'JOB_APPLICATION'
    where app_user.email like 'past-candidate-%'
    on conflict do nothing`.execute(db);
  await sql`
    with planned as (
      select n, now() - make_interval(days => (${days} * (1 - sqrt(n::float8 / ${count})))::int, hours => n % 9) as at
      from generate_series(1, ${count}) n),
    person as (
      insert into app_user (id, first_name, last_name, email, country_iso_code, phone_e164, phone_verified_at, date_joined,
        notification_preferences)
      select gen_random_uuid(), (array['Aditi', 'Farhan', 'Gita', 'Harpreet', 'Isha', 'Kabir', 'Latha', 'Manoj', 'Nadia', 'Omkar'])[1 + n % 10],
        (array['Bose', 'Chopra', 'Dutta', 'Gill', 'Hegde', 'Jain', 'Khan'])[1 + n % 7], 'signed-up-' || n || '@example.com', 'IN',
        '+9163' || lpad(n::text, 8, '0'), at, at, '{}'
      from planned returning id, substring(email from '[0-9]+')::int as n)
    insert into conversion (id, kind, subject_id, user_id, anonymous_id, first_touch, session_touch, device, at)
    select gen_random_uuid(), 'SIGN_UP', person.id, person.id, 'signedupbrowser' || n,
      touch || jsonb_build_object('at', to_jsonb(at - make_interval(days => n % 12))),
      case when touch ? 'utmCampaign' then touch end, case n % 4 when 0 then 'COMPUTER' else 'PHONE' end, at
    from person join planned using (n)
    cross join lateral (select ${JSON.stringify(touches)}::jsonb -> (n * 3 % ${touches.length}) as touch) one`.execute(
    db,
  );
}
