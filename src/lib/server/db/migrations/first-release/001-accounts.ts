import { type Kysely, sql } from 'kysely';

/** People, their sessions, one-time codes and the counters of every limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_user (
      id uuid primary key,
      first_name text not null,
      last_name text not null,
      email text not null,
      country_iso_code text not null,
      phone_e164 text not null,
      phone_verified_at timestamptz,
      pending_phone_e164 text,
      pending_country_iso_code text,
      time_zone text,
      notification_preferences jsonb not null,
      date_joined timestamptz not null default now(),
      disabled_at timestamptz
    )`.execute(db);
  // Only a verified number or email is owned, so nobody can block another person's by entering it first
  // (C-22).
  await sql`create unique index app_user_phone_owner on app_user (phone_e164) where phone_verified_at is not null`.execute(
    db,
  );
  await sql`create unique index app_user_email_owner on app_user (lower(email)) where phone_verified_at is not null`.execute(
    db,
  );
  await sql`create index app_user_phone_claims on app_user (phone_e164)`.execute(db);
  await sql`create index app_user_unverified on app_user (date_joined) where phone_verified_at is null`.execute(
    db,
  );

  await sql`
    create table user_profile (
      user_id uuid not null references app_user on delete cascade,
      type text not null,
      created_at timestamptz not null default now(),
      primary key (user_id, type)
    )`.execute(db);

  await sql`
    create table session (
      token_hash text primary key,
      user_id uuid not null references app_user on delete cascade,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null,
      proven_at timestamptz,
      user_agent text not null
    )`.execute(db);
  await sql`create index session_of_user on session (user_id, last_seen_at)`.execute(db);
  await sql`create index session_expiry on session (expires_at)`.execute(db);

  await sql`
    create table otp_challenge (
      id uuid primary key,
      purpose text not null check (purpose in ('LOGIN', 'PHONE_VERIFICATION')),
      user_id uuid not null references app_user on delete cascade,
      phone_e164 text not null,
      medium text not null check (medium in ('SMS', 'VOICE_CALL')),
      code_hmac text not null,
      key_id text not null,
      attempts integer not null default 0 check (attempts between 0 and 5),
      resend_count integer not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      consumed_at timestamptz,
      superseded_at timestamptz
    )`.execute(db);
  // At most one valid code per purpose and person: the newest (C-06).
  await sql`
    create unique index otp_challenge_live on otp_challenge (purpose, user_id)
    where consumed_at is null and superseded_at is null`.execute(db);
  await sql`create index otp_challenge_expiry on otp_challenge (expires_at)`.execute(db);

  await sql`
    create table rate_counter (
      key text primary key,
      count integer not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index rate_counter_expiry on rate_counter (expires_at)`.execute(db);
}
