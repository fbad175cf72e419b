import { type Kysely, sql } from 'kysely';

/**
 * Emails that their owners have proved. Nobody had to prove one before, so every existing email begins as unproved. An
 * email that is only claimed blocks nobody (C-22).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table app_user
      add column email_verified_at timestamptz,
      add column pending_email text`.execute(db);
  await sql`drop index app_user_email_owner`.execute(db);
  await sql`create unique index app_user_email_owner on app_user (lower(email)) where email_verified_at is not null`.execute(
    db,
  );

  await sql`
    create table email_challenge (
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      email text not null,
      code_hmac text not null,
      key_id text not null,
      attempts integer not null default 0 check (attempts between 0 and 5),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      consumed_at timestamptz,
      superseded_at timestamptz
    )`.execute(db);
  // At most one valid code per person: the newest (C-06).
  await sql`
    create unique index email_challenge_live on email_challenge (user_id)
    where consumed_at is null and superseded_at is null`.execute(db);
  await sql`create index email_challenge_expiry on email_challenge (expires_at)`.execute(db);
}
