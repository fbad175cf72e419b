import { type Kysely, sql } from 'kysely';

/** Uploads of an event, and what people were told after it: that the recording is ready, that the wait-list has ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table live_event
      add column cover_media_id uuid references media on delete set null,
      add column slides_media_id uuid references media on delete set null,
      add column recording_announced_at timestamptz`.execute(db);
  await sql`alter table event_registration add column waitlist_ended_at timestamptz`.execute(db);
  // Nobody hears of events that were over before this was built.
  await sql`update live_event set recording_announced_at = now() where recording_url is not null`.execute(db);
  await sql`
    update event_registration set waitlist_ended_at = now()
    where status = 'WAITLISTED'
      and event_id in (select id from live_event where registration_closes_at <= now())`.execute(db);
  await sql`
    create index event_registration_waiting on event_registration (event_id)
    where status = 'WAITLISTED' and waitlist_ended_at is null`.execute(db);
  await returnSeats(db);
}

/** A registration that is deleted with its account gives its seat back. */
async function returnSeats(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function return_event_seat() returns trigger language plpgsql as $$
    begin
      update live_event set taken = taken - 1 where id = old.event_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger return_seat after delete on event_registration
    for each row when (old.status in ('REGISTERED', 'OFFERED', 'ATTENDED', 'NO_SHOW'))
    execute function return_event_seat()`.execute(db);
}
