import { type Kysely, sql } from 'kysely';

/**
 * What the report on hiring counts, in narrow rows: how far each application came, and who came to an appointment. Triggers write them
 * in the transaction of each change, so the report is true to the second and reads neither histories nor answers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createProgress(db);
  await createOutcomes(db);
}

/** One bit per step: what each status in the history says. SUBMITTED, WITHDRAWN and EXPIRED say nothing. */
const reachedByStatus = {
  IN_REVIEW: 0b1,
  ON_HOLD: 0b1,
  NOT_SELECTED: 0b1,
  SHORTLISTED: 0b11,
  TRAINING: 0b111,
  INTERVIEW: 0b1011,
  OFFERED: 0b10011,
  OFFER_DECLINED: 0b10011,
  OFFER_EXPIRED: 0b10011,
  OFFER_ACCEPTED: 0b110011,
  HIRED: 0b110011,
};

const reached = sql`bit_or(case to_status ${sql.join(
  Object.entries(reachedByStatus).map(([status, bits]) => sql`when ${sql.lit(status)} then ${sql.lit(bits)}`),
  sql` `,
)} else 0 end)`;

/** Whoever was recorded as joined and not reopened since. */
const joined = sql`max(at) filter (where to_status = 'HIRED')
  > coalesce(max(at) filter (where action = 'REOPEN' and from_status = 'HIRED'), '-infinity')`;

/** The campaign of a visit, or else the site that linked to us. Staff start applications on the phone, without a visit. */
const source = (touch: string) => sql`coalesce(
  lower(conversion.${sql.ref(touch)} ->> 'utmSource'),
  regexp_replace(lower(conversion.${sql.ref(touch)} ->> 'referrerHost'), '^www\\.', ''),
  case when conversion.first_touch is not null then 'Direct'
    when exists (
      select from application_event start where start.application_id = application.id
        and start.from_status is null and start.to_status = 'STARTED' and start.subject = 'APPLICATION' and start.actor_type = 'STAFF')
      then 'Phone, by staff'
    else 'Unknown' end)`;

const columns = sql.raw(
  'submitted_at, job_id, job_location_id, owner_id, status, replied_at, reply_due_at, reached, first_source, session_source',
);

async function createProgress(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table application_progress (
      application_id uuid primary key references job_application on delete cascade,
      submitted_at timestamptz,
      job_id uuid not null,
      job_location_id uuid,
      owner_id uuid,
      status text not null,
      replied_at timestamptz,
      reply_due_at timestamptz,
      reached smallint not null,
      first_source text not null,
      session_source text not null
    )`.execute(db);
  // What a row has to be, for the triggers and for those who check them.
  await sql`
    create view current_application_progress as
    select application.id as application_id, submitted_at, job_id, job_location_id, owner_id, status, replied_at, reply_due_at,
      history.reached, ${source('first_touch')} as first_source, ${source('session_touch')} as session_source
    from job_application application
    cross join lateral (
      select (coalesce(${reached}, 0) | case when ${joined} then 64 else 0 end)::smallint as reached
      from application_event event
      where event.application_id = application.id and event.subject = 'APPLICATION' and event.undone_at is null) history
    left join conversion on conversion.kind = 'JOB_APPLICATION' and conversion.subject_id = application.id`.execute(
    db,
  );
  await watchProgress(db);
  await sql`
    insert into application_progress (application_id, ${columns})
    select application_id, ${columns} from current_application_progress order by submitted_at`.execute(db);
  await sql`
    create index application_progress_sent on application_progress (submitted_at) where submitted_at is not null`.execute(
    db,
  );
  await sql`create index application_progress_of_job on application_progress (job_id, submitted_at)`.execute(
    db,
  );
}

async function watchProgress(db: Kysely<unknown>): Promise<void> {
  // Whoever waited for the row sees in the next statement what the other transaction has committed.
  await sql`
    create function refresh_application_progress(application uuid) returns void language plpgsql as $$
    begin
      perform from application_progress where application_id = application for update;
      update application_progress set (${columns}) = (current.submitted_at, current.job_id, current.job_location_id,
        current.owner_id, current.status, current.replied_at, current.reply_due_at, current.reached, current.first_source,
        current.session_source)
      from current_application_progress current
      where application_progress.application_id = application and current.application_id = application;
    end $$`.execute(db);
  await sql`
    create function record_application_progress() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'job_application' and tg_op = 'INSERT' then
        insert into application_progress (application_id, ${columns})
        select application_id, ${columns} from current_application_progress where application_id = new.id;
      elsif tg_table_name = 'job_application' then
        perform refresh_application_progress(new.id);
      elsif tg_table_name = 'conversion' then
        perform refresh_application_progress(coalesce(new.subject_id, old.subject_id));
      else
        perform refresh_application_progress(coalesce(new.application_id, old.application_id));
      end if;
      return null;
    end $$`.execute(db);
  const watch = (name: string, events: string, condition: string) =>
    sql
      .raw(`
        create trigger ${name} after ${events} for each row when (${condition}) execute function record_application_progress()`)
      .execute(db);
  await watch('progress', 'insert on job_application', 'true');
  await watch(
    'progress_of_changed',
    'update of submitted_at, job_id, job_location_id, owner_id, status, replied_at, reply_due_at on job_application',
    'true',
  );
  await watch('progress', 'insert on application_event', `new.subject = 'APPLICATION'`);
  await watch(
    'progress_of_changed',
    'update of undone_at on application_event',
    `new.subject = 'APPLICATION'`,
  );
  await watch('progress_of_deleted', 'delete on application_event', `old.subject = 'APPLICATION'`);
  await watch('progress', 'insert on conversion', `new.kind = 'JOB_APPLICATION'`);
  await watch('progress_of_deleted', 'delete on conversion', `old.kind = 'JOB_APPLICATION'`);
}

const actions = sql.raw("'COMPLETE_INTERVIEW', 'MISS_INTERVIEW', 'COMPLETE_TRAINING', 'MISS_TRAINING'");

async function createOutcomes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table appointment_outcome (
      event_id uuid primary key references application_event on delete cascade,
      application_id uuid not null,
      job_id uuid not null,
      subject text not null check (subject in ('TRAINING', 'INTERVIEW')),
      at timestamptz not null,
      missed boolean not null,
      -- Of interviews: the booked time, and who was invited to it, because the slot of a missed interview is free again.
      starts_at timestamptz,
      interviewer_id uuid
    )`.execute(db);
  await sql`
    create view current_appointment_outcome as
    select outcome.id as event_id, outcome.application_id, application.job_id, outcome.subject, outcome.at, outcome.action like 'MISS%' as missed,
      booked.starts_at, (
        select invite.interviewer_id from interview
        join interviewer_invite invite on invite.interview_id = interview.id and invite.method = 'REQUEST'
        join interview_slot slot on slot.id = invite.slot_id and slot.starts_at = booked.starts_at
        where interview.application_id = outcome.application_id
        order by invite.sequence desc limit 1) as interviewer_id
    from application_event outcome
    join job_application application on application.id = outcome.application_id
    left join lateral (
      select booking.starts_at from application_event booking
      where outcome.subject = 'INTERVIEW' and booking.application_id = outcome.application_id and booking.at <= outcome.at
        and booking.undone_at is null and booking.action in ('SCHEDULE_INTERVIEW', 'RESCHEDULE_INTERVIEW')
      order by booking.at desc limit 1) booked on true
    where outcome.action in (${actions}) and outcome.undone_at is null`.execute(db);
  await sql`
    create function record_appointment_outcome() returns trigger language plpgsql as $$
    begin
      delete from appointment_outcome where event_id = new.id;
      insert into appointment_outcome select * from current_appointment_outcome where event_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger appointment_outcome after insert or update of undone_at on application_event for each row when (new.action in (${actions}))
    execute function record_appointment_outcome()`.execute(db);
  await sql`insert into appointment_outcome select * from current_appointment_outcome order by at`.execute(
    db,
  );
  await sql`create index appointment_outcome_at on appointment_outcome (subject, at)`.execute(db);
}
