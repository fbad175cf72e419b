import { type Kysely, sql } from 'kysely';

/**
 * Reports each write to a job, an event or a portfolio on the channel by which processes remove cached pages (decisions/0040). A
 * transaction that writes many rows of one kind reports them once, because PostgreSQL drops equal notifications.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await reportJobs(db);
  await reportEvents(db);
  await reportPortfolios(db);
}

/** Lists show every job, and the pages of jobs and employers show several, so all of them have one tag. */
async function reportJobs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notify_job_pages() returns trigger language plpgsql as $$
    begin
      perform pg_notify('page_cache', 'jobs');
      return null;
    end $$`.execute(db);
  for (const table of ['job', 'employer', 'job_location', 'job_job_location'])
    await sql`
      create trigger job_pages after insert or update or delete on ${sql.table(table)}
      for each row execute function notify_job_pages()`.execute(db);
  // A place is filled by the people who were hired for it, and no other application is on a public page.
  await sql`
    create trigger job_pages_of_hired after insert on job_application
    for each row when (new.status = 'HIRED') execute function notify_job_pages()`.execute(db);
  await sql`
    create trigger job_pages_of_no_longer_hired after delete on job_application
    for each row when (old.status = 'HIRED') execute function notify_job_pages()`.execute(db);
  await sql`
    create trigger job_pages_of_changed after update of status, job_location_id on job_application
    for each row when (
      (old.status = 'HIRED' or new.status = 'HIRED')
      and (old.status, old.job_location_id) is distinct from (new.status, new.job_location_id)
    ) execute function notify_job_pages()`.execute(db);
}

/** A registration changes the seats that are taken, and these are a column of the event. */
async function reportEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notify_event_pages() returns trigger language plpgsql as $$
    begin
      perform pg_notify('page_cache', 'event:' || coalesce(new.id, old.id));
      perform pg_notify('page_cache', 'events');
      return null;
    end $$`.execute(db);
  await sql`
    create trigger event_pages after insert or update or delete on live_event
    for each row execute function notify_event_pages()`.execute(db);
}

/** The columns of a person that a portfolio shows, or by which it is shown. */
const shownOfOwner = sql`first_name, last_name, email, email_verified_at, phone_e164, avatar_media_id, disabled_at`;

async function reportPortfolios(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notify_portfolio_pages() returns trigger language plpgsql as $$
    declare
      changed jsonb := coalesce(to_jsonb(new), to_jsonb(old));
    begin
      if tg_argv[0] = 'owner' then
        perform pg_notify('page_cache', 'portfolio:' || id) from portfolio
        where user_id in ((changed ->> tg_argv[1])::uuid, (to_jsonb(old) ->> tg_argv[1])::uuid);
      else
        perform pg_notify('page_cache', 'portfolio:' || (changed ->> tg_argv[1]));
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger portfolio_pages after update or delete on portfolio
    for each row execute function notify_portfolio_pages('portfolio', 'id')`.execute(db);
  for (const table of ['portfolio_slug', 'portfolio_link', 'portfolio_work', 'portfolio_project'])
    await sql`
      create trigger portfolio_pages after insert or update or delete on ${sql.table(table)}
      for each row execute function notify_portfolio_pages('portfolio', 'portfolio_id')`.execute(db);
  await sql`
    create trigger portfolio_pages after update of ${shownOfOwner} on app_user
    for each row execute function notify_portfolio_pages('owner', 'id')`.execute(db);
  for (const table of ['media', 'certificate'])
    await sql`
      create trigger portfolio_pages after insert or update or delete on ${sql.table(table)}
      for each row execute function notify_portfolio_pages('owner', 'user_id')`.execute(db);
}
