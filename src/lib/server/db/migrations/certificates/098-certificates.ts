import { type Kysely, sql } from 'kysely';

/**
 * Everything that a certificate prints, its history, each printed version, and the holders' requests for another name. A
 * certificate no longer needs an account, and outlives it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await columns(db);
  await histories(db);
  for (const table of ['certificate', 'certificate_event', 'certificate_version', 'certificate_correction'])
    await sql`
      create trigger record_change after insert or update or delete on ${sql.table(table)}
      for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
      execute function record_row_change('id')`.execute(db);
}

async function columns(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table certificate
      alter column user_id drop not null,
      drop constraint certificate_user_id_fkey,
      add constraint certificate_user_id_fkey foreign key (user_id) references app_user on delete set null,
      add column kind text not null default 'COMPLETION'
        check (kind in ('COMPLETION', 'ACHIEVEMENT', 'PARTICIPATION')),
      add column program_type text,
      add column batch_name text,
      add column description text not null default '',
      add column criteria text not null default '',
      add column skills jsonb not null default '[]',
      add column hours integer check (hours between 1 and 10000),
      add column grade text,
      add column completed_on date check (completed_on between '1900-01-01' and '2099-12-31'),
      add column expires_on date check (expires_on between issued_on and '2099-12-31'),
      add column signatories jsonb not null default '[]',
      add column holder_email text,
      add column holder_phone text,
      add column dedupe_key text,
      add column source text not null default 'SINGLE' check (source in ('SINGLE', 'CSV', 'BATCH', 'EVENT')),
      add column is_hidden boolean not null default false,
      add column revoked_at timestamptz,
      add column revocation_reason text,
      add column replaced_by_id uuid references certificate,
      add column version integer not null default 1,
      add column created_at timestamptz not null default now(),
      add column updated_at timestamptz not null default now(),
      add constraint certificate_revoked check (revoked_at is null or status = 'REVOKED'),
      add constraint certificate_replaced check (replaced_by_id is null or status = 'REPLACED')`.execute(db);
  // The same certificate is issued to the same person once, however often the form or the file is sent. [C-42]
  await sql`
    create unique index certificate_issued_once on certificate (dedupe_key)
    where status in ('DRAFT', 'ISSUED')`.execute(db);
  await sql`create index certificate_of_email on certificate (holder_email) where user_id is null`.execute(
    db,
  );
  await sql`create index certificate_of_phone on certificate (holder_phone) where user_id is null`.execute(
    db,
  );
  await sql`
    create index certificate_holder_words on certificate using gin (array_to_tsvector(regexp_split_to_array(
      lower(trim(holder_name)), '\\s+'))) with (fastupdate = off)`.execute(db);
}

async function histories(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table certificate_event (
      id uuid primary key,
      certificate_id uuid not null references certificate on delete cascade,
      at timestamptz not null default clock_timestamp(),
      action text not null,
      from_status text,
      to_status text not null,
      actor_type text not null check (actor_type in ('CANDIDATE', 'STAFF', 'SYSTEM')),
      actor_id uuid,
      public_note text,
      private_note text,
      undone_at timestamptz
    )`.execute(db);
  await sql`create index certificate_event_of on certificate_event (certificate_id, at)`.execute(db);
  await sql`
    create table certificate_version (
      id uuid primary key,
      certificate_id uuid not null references certificate on delete cascade,
      version integer not null,
      facts jsonb not null,
      created_at timestamptz not null default now(),
      unique (certificate_id, version)
    )`.execute(db);
  await sql`
    create table certificate_correction (
      id uuid primary key,
      certificate_id uuid not null references certificate on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      requested_name text not null,
      note text,
      status text not null check (status in ('OPEN', 'APPROVED', 'REJECTED')),
      requested_at timestamptz not null default now(),
      decided_at timestamptz,
      decided_by_id uuid,
      answer text
    )`.execute(db);
  await sql`
    create unique index certificate_correction_open on certificate_correction (certificate_id)
    where status = 'OPEN'`.execute(db);
}
