import { type Kysely, sql } from 'kysely';

/** A portfolio has a wide cover picture, and the height of the picture that its band shows, in percent. [API-30] */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table portfolio
    add column cover_media_id uuid references media on delete set null,
    add column cover_position smallint not null default 50 check (cover_position between 0 and 100)`.execute(
    db,
  );
  await sql`create index portfolio_cover on portfolio (cover_media_id) where cover_media_id is not null`.execute(
    db,
  );
}
