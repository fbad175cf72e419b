import { type Kysely, sql } from 'kysely';

/**
 * Lists in `report_change` the days that a write changes, in the write's own transaction. Rows are only added, without a key,
 * so that no two transactions wait for each other; the roll-up deletes them. A day that is listed too often is counted again
 * for nothing, so the triggers list what may change. Days are those of India.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createFunctions(db);
  await listConversions(db);
  await listSubjects(db);
  await listLeads(db);
  await sql`
    insert into report_change
    select distinct report, day from conversion
    cross join lateral (values
      ('CONVERSIONS', (at at time zone 'Asia/Kolkata')::date), ('COHORTS', (at at time zone 'Asia/Kolkata')::date),
      ('COHORTS', (first_touch_at(first_touch) at time zone 'Asia/Kolkata')::date)) change (report, day)
    where day is not null`.execute(db);
}

async function createFunctions(db: Kysely<unknown>): Promise<void> {
  // The time is text from a cookie. A write must not fail because of it.
  await sql`
    create function first_touch_at(touch jsonb) returns timestamptz language plpgsql stable as $$
    begin
      return (touch ->> 'at')::timestamptz;
    exception when others then
      return null;
    end $$`.execute(db);
  await sql`
    create function list_cohorts_of(person uuid, browser text) returns void language sql as $$
      insert into report_change
      select distinct 'COHORTS', day
      from (
        select * from conversion where user_id = person
        union all select * from conversion where anonymous_id = browser
        union all select * from conversion where user_id in (select user_id from conversion where anonymous_id = browser)
      ) own
      cross join lateral (values
        ((at at time zone 'Asia/Kolkata')::date),
        ((first_touch_at(first_touch) at time zone 'Asia/Kolkata')::date)) change (day)
      where day is not null
    $$`.execute(db);
  await sql`
    create function list_conversion_of(conversion_kind text, subject uuid, person uuid) returns void language sql as $$
      insert into report_change
      select 'CONVERSIONS', (at at time zone 'Asia/Kolkata')::date
      from conversion where kind = conversion_kind and subject_id = subject;
      select list_cohorts_of(person, null)
    $$`.execute(db);
}

async function listConversions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function list_report_days() returns trigger language plpgsql as $$
    begin
      insert into report_change
      select report, (time at time zone 'Asia/Kolkata')::date from (values
        ('CONVERSIONS', old.at), ('CONVERSIONS', new.at), ('COHORTS', old.at), ('COHORTS', new.at),
        ('COHORTS', first_touch_at(old.first_touch)), ('COHORTS', first_touch_at(new.first_touch))) change (report, time)
      where time is not null;
      perform list_cohorts_of(coalesce(new.user_id, old.user_id), coalesce(new.anonymous_id, old.anonymous_id));
      return null;
    end $$`.execute(db);
  await sql`
    create trigger report_days after insert or delete or update of at on conversion
    for each row execute function list_report_days()`.execute(db);
}

/** What conversions are about: what became of them, and when. */
async function listSubjects(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function list_report_subject() returns trigger language plpgsql as $$
    declare
      changed jsonb := coalesce(to_jsonb(new), to_jsonb(old));
      application uuid := (changed ->> 'application_id')::uuid;
    begin
      if application is not null then
        perform list_conversion_of('JOB_APPLICATION', application, (select user_id from job_application where id = application));
      elsif tg_table_name = 'app_user' then
        perform list_conversion_of('SIGN_UP', (changed ->> 'id')::uuid, (changed ->> 'id')::uuid);
      else
        perform list_conversion_of(tg_argv[0], (changed ->> 'id')::uuid, (changed ->> 'user_id')::uuid);
      end if;
      return null;
    end $$`.execute(db);
  const create = (table: string, events: string, kind = '') =>
    sql`
      create trigger report_days after ${sql.raw(events)} on ${sql.table(table)}
      for each row execute function list_report_subject(${sql.lit(kind)})`.execute(db);
  await create('enrolment', 'insert or delete or update of confirmed_at', 'ENROLMENT');
  await create('job_application', 'insert or delete or update of submitted_at', 'JOB_APPLICATION');
  await create('job_offer', 'insert or delete');
  await create('placement', 'insert or delete or update of joined_on');
  await create('app_user', 'update of phone_verified_at');
}

/** Which request of a lead is its first one depends on all of its requests. */
async function listLeads(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function list_report_lead() returns trigger language plpgsql as $$
    begin
      insert into report_change
      select 'CONVERSIONS', (conversion.at at time zone 'Asia/Kolkata')::date
      from lead_request request join conversion using (kind, subject_id)
      where request.lead_id in (old.lead_id, new.lead_id)
      union all
      select 'CONVERSIONS', (at at time zone 'Asia/Kolkata')::date from conversion
      where (kind, subject_id) in ((old.kind, old.subject_id), (new.kind, new.subject_id));
      return null;
    end $$`.execute(db);
  await sql`
    create trigger report_days after insert or update or delete on lead_request
    for each row execute function list_report_lead()`.execute(db);
}
