import { type Kysely, sql } from 'kysely';

/**
 * An unlisted portfolio has an address that nobody can guess. Those that exist get one, and their former addresses lead to
 * them for their owners only. [C-39]
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table portfolio add column share_slug text unique`.execute(db);
  await sql`alter table portfolio_slug add column is_shared boolean not null default false`.execute(db);
  // A random UUID has 122 random bits; 27 characters of the former address and these make 60.
  await sql`
    update portfolio
    set share_slug = rtrim(left(slug, 27), '-') || '-' || replace(gen_random_uuid()::text, '-', '')
    where visibility = 'UNLISTED'`.execute(db);
  await sql`
    insert into portfolio_slug (slug, portfolio_id, is_shared)
    select share_slug, id, true from portfolio where share_slug is not null`.execute(db);
  await sql`
    alter table portfolio
    add constraint portfolio_share_slug check (visibility <> 'UNLISTED' or share_slug is not null)`.execute(
    db,
  );
  // The link in an application leads to the portfolio as before.
  await sql`
    update job_application set portfolio_slug = portfolio.share_slug
    from portfolio
    where portfolio.user_id = job_application.user_id and portfolio.visibility = 'UNLISTED'
      and job_application.portfolio_slug is not null`.execute(db);
}
