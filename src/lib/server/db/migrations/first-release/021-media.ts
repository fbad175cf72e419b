import { type Kysely, sql } from 'kysely';

/** Uploads: a row per file, the storage that each person uses, and files in the store that have no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table media (
      id uuid primary key,
      user_id uuid references app_user on delete set null,
      kind text not null check (kind in ('IMAGE', 'DOCUMENT')),
      mime_type text not null,
      name text not null,
      bytes integer not null check (bytes > 0),
      width integer,
      height integer,
      is_public boolean not null,
      created_at timestamptz not null default now(),
      unused_since timestamptz,
      check ((kind = 'IMAGE') = (width is not null and height is not null))
    )`.execute(db);
  await sql`create index media_of_user on media (user_id, created_at)`.execute(db);
  await sql`create index media_unused on media (unused_since) where unused_since is not null`.execute(db);

  // The statement that inserts or deletes a file's row also updates this usage, so that parallel uploads
  // cannot exceed the quota together (C-32).
  await sql`
    create table media_usage (
      user_id uuid primary key references app_user on delete cascade,
      files integer not null check (files >= 0),
      bytes bigint not null check (bytes >= 0)
    )`.execute(db);

  // The row is written before the file is written or deleted, so a crash in between leaves no untracked file.
  await sql`
    create table stray_file (
      media_id uuid primary key,
      since timestamptz not null default now()
    )`.execute(db);
  await sql`create index stray_file_since on stray_file (since)`.execute(db);

  await sql`
    alter table app_user add column avatar_media_id uuid references media on delete set null`.execute(db);
  await sql`create index app_user_avatar on app_user (avatar_media_id) where avatar_media_id is not null`.execute(
    db,
  );
  for (const table of ['portfolio_work', 'portfolio_project']) {
    await sql`
      alter table ${sql.table(table)}
      add foreign key (cover_media_id) references media on delete set null`.execute(db);
    await sql`
      create index ${sql.ref(`${table}_cover`)} on ${sql.table(table)} (cover_media_id)
      where cover_media_id is not null`.execute(db);
  }
}
