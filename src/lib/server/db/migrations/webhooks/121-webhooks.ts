import { type Kysely, sql } from 'kysely';

/**
 * Webhooks of other systems, the events that are yet to be queued for them, and the attempts to deliver each one. An event is a row
 * of the outbox, as a message is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook (
      id uuid primary key,
      name text not null,
      url text not null,
      events text[] not null,
      status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'DISABLED')),
      -- The secret is derived from the secret key, the id and this number. Only its hash is stored.
      secret_number integer not null default 1 check (secret_number > 0),
      secret_hash text not null,
      -- The secret before it, which signs too until that time.
      old_secret_hash text,
      old_secret_until timestamptz,
      -- Since when no request succeeded, and how many have failed since; null while the last one succeeded.
      failing_since timestamptz,
      failures integer not null default 0,
      disabled_at timestamptz,
      version integer not null default 1,
      created_by_id uuid not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table webhook_event (
      id uuid primary key default gen_random_uuid(),
      type text not null,
      -- The row that the event is about: of a history, or an offer.
      subject_id uuid not null,
      at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index webhook_event_at on webhook_event (at)`.execute(db);
  await sql`
    create table webhook_attempt (
      id bigint generated always as identity primary key,
      message_id uuid not null references outbox on delete cascade,
      at timestamptz not null default now(),
      -- Null where nobody answered; then there is an error.
      status integer,
      error text,
      duration_ms integer not null,
      -- The beginning of the answer.
      answer text not null default '',
      check ((status is null) = (error is not null))
    )`.execute(db);
  await sql`create index webhook_attempt_of_message on webhook_attempt (message_id, id)`.execute(db);
  await sql`
    create index outbox_webhook on outbox (recipient, created_at desc) where medium = 'WEBHOOK'`.execute(db);
  await listEvents(db);
}

/** Lists what happens in the transaction in which it happens, where an active webhook asks for it. */
async function listEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function list_webhook_event() returns trigger language plpgsql as $$
    begin
      insert into webhook_event (type, subject_id)
      select tg_argv[0], new.id
      where exists (select from webhook where status = 'ACTIVE' and tg_argv[0] = any(events));
      return null;
    end $$`.execute(db);
  const create = (name: string, type: string, when: string) =>
    sql`create trigger ${sql.ref(name)} after ${sql.raw(when)}
      execute function list_webhook_event(${sql.lit(type)})`.execute(db);
  await create(
    'webhook_lead',
    'lead.created',
    `insert on lead_event for each row when (new.action = 'CREATE')`,
  );
  await create(
    'webhook_enrolment',
    'enrolment.confirmed',
    `insert on enrolment_event for each row
      when (new.to_status = 'CONFIRMED' and new.from_status is distinct from 'CONFIRMED')`,
  );
  await create(
    'webhook_application',
    'application.status_changed',
    `insert on application_event for each row
      when (new.subject = 'APPLICATION' and new.from_status is distinct from new.to_status
        and new.from_status is not null)`,
  );
  await create(
    'webhook_offer_made',
    'offer.made',
    `insert on job_offer for each row when (new.status = 'OPEN')`,
  );
  for (const answer of ['accepted', 'declined'])
    await create(
      `webhook_offer_${answer}`,
      `offer.${answer}`,
      `update of status on job_offer for each row
        when (old.status = 'OPEN' and new.status = '${answer.toUpperCase()}')`,
    );
}
