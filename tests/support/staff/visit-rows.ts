import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { at } from './hiring-history.ts';

/** Visits and conversions for reports whose numbers are computed by hand. Times are those of India. */

interface PastVisit {
  day: string;
  device?: string;
  source?: string | null;
  campaign?: string | null;
  sessionSource?: string | null;
  sessionCampaign?: string | null;
  samplePercent?: number;
  /** The names of its events after the first page. */
  events?: readonly string[];
  programs?: readonly string[];
}

/** Inserts a visit with its events. */
export async function insertVisit(db: Db, one: PastVisit): Promise<void> {
  const id = randomUUID();
  await sql`
    insert into analytics_visit (id, day, started_at, device, landing_page, first_source, first_campaign, session_source,
      session_campaign, sample_percent)
    values (${id}, ${one.day}, now(), ${one.device ?? 'PHONE'}, '/', ${one.source ?? null}, ${one.campaign ?? null},
      ${one.sessionSource ?? null}, ${one.sessionCampaign ?? null}, ${one.samplePercent ?? 100})`.execute(db);
  const pages = (one.programs ?? [null]).map((program) => ['page_viewed', program] as const);
  const events = [...pages, ...(one.events ?? []).map((name) => [name, null] as const)];
  for (const [index, [name, program]] of events.entries())
    await sql`
      insert into analytics_event (visit_id, number, day, at, name, page, program, properties)
      values (${id}, ${index + 1}, ${one.day}, now(), ${name}, '/', ${program}, '{"intent": "SIGN_UP"}')`.execute(
      db,
    );
}

interface PastConversion {
  kind: string;
  at: string;
  subjectId?: string;
  userId?: string | null;
  browser?: string | null;
  firstTouch?: object | null;
  sessionTouch?: object | null;
  device?: string | null;
  /** The lead whose request it is. */
  leadId?: string;
  program?: string;
}

/** Inserts a conversion and, if it has a lead, the request. */
export async function insertPastConversion(db: Db, one: PastConversion): Promise<void> {
  const { kind, subjectId = randomUUID() } = one;
  const json = (touch?: object | null) => (touch ? JSON.stringify(touch) : null);
  await sql`
    insert into conversion (id, kind, subject_id, user_id, anonymous_id, first_touch, session_touch, device, at)
    values (gen_random_uuid(), ${kind}, ${subjectId}, ${one.userId ?? null}, ${one.browser ?? null}, ${json(one.firstTouch)},
      ${json(one.sessionTouch)}, ${one.device ?? null}, ${at(one.at)})`.execute(db);
  if (one.leadId)
    await sql`
      insert into lead_request (kind, subject_id, lead_id, program_slug)
      values (${kind}, ${subjectId}, ${one.leadId}, ${one.program ?? null})`.execute(db);
}

/** Inserts a lead. Returns its id. */
export async function insertLead(db: Db): Promise<string> {
  const id = randomUUID();
  await sql`insert into lead (id, first_name, last_name, due_at) values (${id}, 'Lead', 'Counted', now())`.execute(
    db,
  );
  return id;
}

let people = 0;

/** Inserts a person, with a verified number unless told otherwise. Returns the id. */
export async function insertReportPerson(db: Db, isVerified = true): Promise<string> {
  const id = randomUUID();
  people += 1;
  await sql`
    insert into app_user (id, first_name, last_name, email, country_iso_code, phone_e164, phone_verified_at, notification_preferences)
    values (${id}, 'Person', 'Counted', ${`report-${people}@example.com`}, 'IN', ${`+9164${String(people).padStart(8, '0')}`},
      ${isVerified ? sql`now()` : null}, '{}')`.execute(db);
  return id;
}

interface PastEnrolment {
  userId: string;
  program: string;
  at: string;
  confirmedAt?: string;
  firstTouch?: object;
}

/** Inserts a seat that was reserved, with its conversion. */
export async function insertSeat(db: Db, one: PastEnrolment): Promise<void> {
  const id = randomUUID();
  await sql`
    insert into enrolment (id, reference, user_id, program_slug, batch_id, status, fee, confirmed_at)
    values (${id}, ${id}, ${one.userId}, ${one.program}, 'a-batch', 'DROPPED', '{}', ${one.confirmedAt ? at(one.confirmedAt) : null})`.execute(
    db,
  );
  await insertPastConversion(db, { ...one, kind: 'ENROLMENT', subjectId: id });
}

/** Gives a past application its conversion and its person. */
export async function insertApplicationConversion(
  db: Db,
  applicationId: string,
  one: Omit<PastConversion, 'kind' | 'subjectId'>,
): Promise<void> {
  if (one.userId)
    await sql`update job_application set user_id = ${one.userId} where id = ${applicationId}`.execute(db);
  await insertPastConversion(db, { ...one, kind: 'JOB_APPLICATION', subjectId: applicationId });
}
