import { type Kysely, sql } from 'kysely';

/**
 * How often the link of a certificate was opened, by month and by the host of the page that had the link: no row per visit, and
 * nothing of the visitor. Holders choose which certificates their portfolio lists. The indexes find the conversions that followed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table certificate_visit (
      certificate_id uuid not null references certificate on delete cascade,
      month date not null,
      host text not null check (char_length(host) <= 100),
      visits integer not null check (visits > 0),
      primary key (certificate_id, month, host)
    )`.execute(db);
  await sql`alter table certificate add column is_in_portfolio boolean not null default true`.execute(db);
  await sql`
    create index conversion_of_certificate on conversion ((session_touch ->> 'utmContent'))
    where session_touch ->> 'utmSource' = 'certificate'`.execute(db);
  await sql`
    create index conversion_landed on conversion ((first_touch ->> 'landingPath'))
    where first_touch ->> 'landingPath' like '/certificates/%'`.execute(db);
}
