import { type Kysely, sql } from 'kysely';

/**
 * What was spent by day, source and campaign, as the files say that staff have imported. Nothing is overwritten: an import
 * replaces or adds, and what counts is computed from those that are not deleted, so that deleting one restores what it replaced.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence spend_version`.execute(db);
  await sql`
    create table spend_import (
      id uuid primary key,
      number bigint generated always as identity unique,
      mode text not null check (mode in ('REPLACE', 'ADD')),
      at timestamptz not null default now(),
      recorded_by_id uuid not null,
      deleted_at timestamptz,
      deleted_by_id uuid,
      version bigint not null default nextval('spend_version')
    )`.execute(db);
  // The amount is in paise. A row without a campaign has an empty one, so that it is a key.
  await sql`
    create table spend_entry (
      import_id uuid not null references spend_import on delete cascade,
      day date not null check (day between '2000-01-01' and '2099-12-31'),
      source text not null check (char_length(source) between 1 and 100),
      campaign text not null check (char_length(campaign) <= 100),
      amount bigint not null check (amount >= 0),
      primary key (import_id, day, source, campaign)
    )`.execute(db);
  await sql`create index spend_entry_key on spend_entry (day, source, campaign)`.execute(db);
}
