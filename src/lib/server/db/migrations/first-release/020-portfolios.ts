import { type Kysely, sql } from 'kysely';

/**
 * A person's portfolio with its entries and all its present and former addresses, and the certificates that
 * we confirm.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table portfolio (
      id uuid primary key,
      user_id uuid not null unique references app_user on delete cascade,
      slug text not null unique,
      headline text not null default '',
      about text not null default '',
      location text not null default '',
      open_to jsonb not null default '[]',
      skills jsonb not null default '[]',
      experience jsonb not null default '[]',
      education jsonb not null default '[]',
      visibility text not null default 'PRIVATE' check (visibility in ('PRIVATE', 'UNLISTED', 'PUBLIC')),
      allow_indexing boolean not null default false,
      show_email boolean not null default false,
      show_phone boolean not null default false,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (visibility = 'PUBLIC' or not allow_indexing)
    )`.execute(db);
  await sql`
    create index portfolio_indexable on portfolio (updated_at) where visibility = 'PUBLIC' and allow_indexing`.execute(
    db,
  );

  // One table has present and former addresses, so that nobody can take an address that leads to another
  // person's portfolio.
  await sql`
    create table portfolio_slug (
      slug text primary key,
      portfolio_id uuid not null references portfolio on delete cascade,
      taken_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index portfolio_slug_of_portfolio on portfolio_slug (portfolio_id)`.execute(db);

  // Browsers create the ids of entries, so an id is unique only within its portfolio. An error must not
  // reveal that it exists in another person's portfolio.
  await sql`
    create table portfolio_link (
      portfolio_id uuid not null references portfolio on delete cascade,
      id uuid not null,
      url text not null,
      label text not null default '',
      position integer not null,
      primary key (portfolio_id, id),
      constraint portfolio_link_url unique (portfolio_id, url)
    )`.execute(db);

  await sql`
    create table portfolio_work (
      portfolio_id uuid not null references portfolio on delete cascade,
      id uuid not null,
      kind text not null default 'ARTICLE',
      title text not null,
      publisher text not null default '',
      published_on text,
      url text not null,
      summary text not null default '',
      cover_media_id uuid,
      position integer not null,
      visible boolean not null default true,
      primary key (portfolio_id, id),
      constraint portfolio_work_url unique (portfolio_id, url)
    )`.execute(db);

  await sql`
    create table portfolio_project (
      portfolio_id uuid not null references portfolio on delete cascade,
      id uuid not null,
      title text not null,
      summary text not null default '',
      role text not null default '',
      problem text not null default '',
      approach text not null default '',
      outcome text not null default '',
      started_on text,
      ended_on text,
      skills jsonb not null default '[]',
      cover_media_id uuid,
      document_url text,
      is_featured boolean not null default false,
      position integer not null,
      visible boolean not null default true,
      primary key (portfolio_id, id)
    )`.execute(db);
  // At most one featured project, even if the button is pressed several times at once (API-33, C-42).
  await sql`
    create unique index portfolio_project_featured on portfolio_project (portfolio_id) where is_featured`.execute(
    db,
  );

  await sql`
    create table certificate (
      id uuid primary key,
      short_uuid text not null unique check (length(short_uuid) = 12),
      user_id uuid not null references app_user on delete cascade,
      status text not null check (status in ('DRAFT', 'ISSUED', 'REVOKED', 'REPLACED')),
      title text not null,
      program_title text not null,
      holder_name text not null,
      issued_on date not null,
      issuer_name text not null
    )`.execute(db);
  await sql`create index certificate_of_user on certificate (user_id, issued_on)`.execute(db);
}
