import { type Kysely, sql } from 'kysely';

/** An expired code stays expired when the clock goes back (C-02), and strangers do not supersede the owner's (C-04). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table otp_challenge
      add column expired_at timestamptz,
      add column is_known_device boolean not null default false`.execute(db);
  // At most one valid code per purpose and person from known devices, and one from all others (C-06).
  await sql`drop index otp_challenge_live`.execute(db);
  await sql`
    create unique index otp_challenge_live on otp_challenge (purpose, user_id, is_known_device)
    where consumed_at is null and superseded_at is null`.execute(db);
  await sql`
    create index otp_challenge_unexpired on otp_challenge (expires_at)
    where expired_at is null and consumed_at is null and superseded_at is null`.execute(db);
}
