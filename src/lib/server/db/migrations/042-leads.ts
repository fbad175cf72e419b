import { type Kysely, sql } from 'kysely';

/** One lead per person over all their requests, with its attempts and history. Existing requests get their leads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db);
  await createIndexes(db);
  await buildLeads(db);
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence lead_number`.execute(db);
  await sql`
    create table lead (
      id uuid primary key,
      reference text not null unique default ('LD-' || lpad(nextval('lead_number')::text, 5, '0')),
      user_id uuid references app_user on delete set null,
      first_name text not null,
      last_name text not null,
      phone_e164 text,
      email text,
      city text,
      time_zone text,
      status text not null default 'NEW' check (status in (
        'NEW', 'ASSIGNED', 'ATTEMPTED', 'CONNECTED', 'FOLLOW_UP', 'CONVERTED', 'NOT_INTERESTED', 'UNREACHABLE',
        'CANCELLED')),
      owner_id uuid references app_user on delete set null,
      due_at timestamptz not null,
      next_call_at timestamptz,
      missed_calls integer not null default 0,
      reason_code text,
      enrolment_id uuid references enrolment on delete set null,
      program_slugs text[] not null default '{}',
      sources text[] not null default '{}',
      words text,
      created_at timestamptz not null default now(),
      asked_at timestamptz not null default now(),
      new_alerted_at timestamptz,
      late_alerted_due timestamptz,
      merged_into_id uuid references lead on delete cascade
    )`.execute(db);
  // A number and a mailbox belong to one lead. The key accepts one of many parallel requests (C-42). The lead is inserted
  // after its number, so that a request that finds one inserts nothing.
  await sql`
    create table lead_contact (
      kind text not null check (kind in ('PHONE', 'EMAIL')),
      value text not null,
      lead_id uuid not null references lead on delete cascade deferrable initially deferred,
      primary key (kind, value)
    )`.execute(db);
  await sql`
    create table lead_request (
      kind text not null,
      subject_id uuid not null,
      lead_id uuid not null references lead on delete cascade,
      program_slug text,
      at timestamptz not null default now(),
      primary key (kind, subject_id)
    )`.execute(db);
  await sql`
    create table lead_attempt (
      id uuid primary key,
      lead_id uuid not null references lead on delete cascade,
      at timestamptz not null default now(),
      by_id uuid not null,
      channel text not null check (channel in ('CALL', 'WHATSAPP', 'EMAIL')),
      outcome text not null check (outcome in ('CONNECTED', 'NO_ANSWER', 'BUSY', 'WRONG_NUMBER', 'CALL_BACK_AT')),
      note text
    )`.execute(db);
  // The clock's time instead of the transaction's, so that several events of one transaction are read in their order.
  await sql`
    create table lead_event (
      id uuid primary key,
      lead_id uuid not null references lead on delete cascade,
      at timestamptz not null default clock_timestamp(),
      action text not null,
      from_status text,
      to_status text not null,
      actor_type text not null check (actor_type in ('CANDIDATE', 'STAFF', 'SYSTEM')),
      actor_id uuid,
      reason_code text,
      note text
    )`.execute(db);
  await sql`
    create table lead_filter (
      id uuid primary key,
      staff_id uuid not null references app_user on delete cascade,
      name text not null,
      search text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index lead_filter_name on lead_filter (staff_id, lower(name))`.execute(db);
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const isOpen = sql.raw(
    "merged_into_id is null and status in ('NEW', 'ASSIGNED', 'ATTEMPTED', 'CONNECTED', 'FOLLOW_UP')",
  );
  // The lists are ordered by the due time. What they filter by is in the index too, so that counting reads no rows.
  const filtered = sql.raw('include (status, owner_id, program_slugs, sources, created_at)');
  await sql`create index lead_open_due on lead (due_at, id) ${filtered} where ${isOpen}`.execute(db);
  await sql`create index lead_due on lead (due_at, id) ${filtered} where merged_into_id is null`.execute(db);
  await sql`create index lead_status on lead (status, due_at, id) where merged_into_id is null`.execute(db);
  await sql`create index lead_of_owner on lead (owner_id, due_at, id) where merged_into_id is null`.execute(
    db,
  );
  await sql`create index lead_unassigned on lead (due_at, id) where owner_id is null and ${isOpen}`.execute(
    db,
  );
  await sql`create index lead_to_announce on lead (created_at) where new_alerted_at is null`.execute(db);
  await sql`create index lead_name on lead (lower(first_name), lower(last_name))`.execute(db);
  await sql`create index lead_email on lead (lower(email)) where email is not null`.execute(db);
  await sql`create index lead_of_user on lead (user_id) where user_id is not null`.execute(db);
  await sql`create index lead_merged on lead (merged_into_id) where merged_into_id is not null`.execute(db);
  // The index has no pending list, because every search would scan that list until the next vacuum.
  await sql`
    create index lead_words on lead using gin (array_to_tsvector(regexp_split_to_array(words, '\\s+')))
    with (fastupdate = off)`.execute(db);
  await sql`create index lead_contact_of_lead on lead_contact (lead_id)`.execute(db);
  await sql`create index lead_request_of_lead on lead_request (lead_id, at)`.execute(db);
  await sql`create index lead_attempt_of_lead on lead_attempt (lead_id, at)`.execute(db);
  await sql`create index lead_event_of_lead on lead_event (lead_id, at)`.execute(db);
}

/**
 * Builds the leads of the requests that exist, oldest first, by the same rules as `recordLead`. Nobody was promised a time
 * for anything but a call, so the other leads are due in a day. No alert is sent about them.
 */
async function buildLeads(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function pg_temp.mailbox_of(email text) returns text language sql as $f$
      select case when split_part(lower(email), '@', 2) in ('gmail.com', 'googlemail.com')
        then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
        else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || split_part(lower(email), '@', 2) end
    $f$`)
    .execute(db);
  await sql
    .raw(`
    do $$
    declare
      r record;
      own uuid;
      other uuid;
    begin
      for r in
        select 'CALLBACK' as kind, c.id as subject_id, null as program_slug, c.requested_at as at, c.user_id, c.first_name,
            c.last_name, c.phone_e164, c.email, c.time_zone, c.expected_by as due_at, c.status
          from callback_request c
        union all select 'BROCHURE', b.id, b.program_slug, b.requested_at, b.user_id, '', '', u.phone_e164, b.email, null,
            now() + interval '1 day', 'NEW'
          from brochure_request b left join app_user u on u.id = b.user_id and u.phone_verified_at is not null
        union all select 'ENROLMENT', e.id, e.program_slug, e.requested_at, e.user_id, u.first_name, u.last_name,
            u.phone_e164, u.email, u.time_zone, now() + interval '1 day',
            case when e.status in ('CONFIRMED', 'COMPLETED') then 'CONVERTED' else 'NEW' end
          from enrolment e join app_user u on u.id = e.user_id
        union all select 'SIGN_UP', u.id, null, u.date_joined, u.id, u.first_name, u.last_name, u.phone_e164, u.email,
            u.time_zone, now() + interval '1 day', 'NEW'
          from app_user u
          where u.phone_verified_at is not null and not exists (select from user_role where user_role.user_id = u.id)
        order by at, subject_id
      loop
        own := null;
        other := null;
        select lead_id into own from lead_contact where kind = 'PHONE' and value = r.phone_e164;
        select lead_id into other from lead_contact where kind = 'EMAIL' and value = pg_temp.mailbox_of(r.email);
        if own is null and other is not null
            and (r.phone_e164 is null or exists (select from lead where id = other and phone_e164 is null)) then
          own := other;
        end if;
        if own is null then
          own := gen_random_uuid();
          insert into lead (id, user_id, first_name, last_name, phone_e164, email, time_zone, status, due_at, created_at,
              asked_at, new_alerted_at, late_alerted_due)
            values (own, r.user_id, r.first_name, r.last_name, r.phone_e164, r.email, r.time_zone, r.status, r.due_at, r.at,
              r.at, now(), r.due_at);
        else
          update lead set user_id = coalesce(lead.user_id, r.user_id),
              first_name = case when lead.first_name = '' then r.first_name else lead.first_name end,
              last_name = case when lead.first_name = '' then r.last_name else lead.last_name end,
              phone_e164 = coalesce(lead.phone_e164, r.phone_e164), email = coalesce(lead.email, r.email),
              time_zone = coalesce(lead.time_zone, r.time_zone),
              status = case when r.kind in ('CALLBACK', 'ENROLMENT') then r.status else lead.status end,
              due_at = case when r.kind = 'CALLBACK' then r.due_at else lead.due_at end,
              late_alerted_due = case when r.kind = 'CALLBACK' then r.due_at else lead.late_alerted_due end,
              asked_at = r.at
            where lead.id = own;
        end if;
        insert into lead_contact select 'PHONE', r.phone_e164, own where r.phone_e164 is not null on conflict do nothing;
        insert into lead_contact select 'EMAIL', pg_temp.mailbox_of(r.email), own where r.email is not null
          on conflict do nothing;
        insert into lead_request values (r.kind, r.subject_id, own, r.program_slug, r.at);
      end loop;
    end $$`)
    .execute(db);
  await sql`
    update lead set
      sources = (select array_agg(distinct kind) from lead_request where lead_id = lead.id),
      program_slugs = coalesce((
        select array_agg(distinct program_slug) from lead_request where lead_id = lead.id and program_slug is not null), '{}'),
      words = translate(lower(trim(concat_ws(' ', first_name, last_name, reference, email, substr(phone_e164, 2),
        right(phone_e164, 10), (
          select string_agg(coalesce(c.reference, e.reference), ' ') from lead_request r
          left join callback_request c on c.id = r.subject_id left join enrolment e on e.id = r.subject_id
          where r.lead_id = lead.id)))), '’', '''')`.execute(db);
  // A later migration of the same transaction may change these tables only when no check is pending.
  await sql`set constraints all immediate`.execute(db);
}
