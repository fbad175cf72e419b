import { type Kysely, sql } from 'kysely';

/**
 * An employer has a page: a logo that staff upload, a version for edits, contacts that only staff see, and an end. No employer
 * had a logo before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table employer
    drop column logo,
    add column logo_media_id uuid references media on delete set null,
    add column version integer not null default 1,
    add column archived_at timestamptz`.execute(db);
  await sql`create index employer_logo on employer (logo_media_id) where logo_media_id is not null`.execute(
    db,
  );
  await sql`
    create table employer_contact (
      id uuid primary key,
      employer_id uuid not null references employer on delete cascade,
      name text not null,
      role text,
      email text,
      phone text,
      note text,
      is_main boolean not null default false,
      version integer not null default 1
    )`.execute(db);
  await sql`create index employer_contact_of_employer on employer_contact (employer_id)`.execute(db);
  await sql`create unique index employer_contact_main on employer_contact (employer_id) where is_main`.execute(
    db,
  );
}
