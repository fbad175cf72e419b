import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import type { StageKind } from '#lib/domain/hiring/jobs/job.ts';
import type { Db } from '#lib/server/db/index.ts';

/** Applications with a written history, for reports whose numbers are computed by hand. Times are those of India. */

export const at = (text: string): string => `${text.replace(' ', 'T')}:00+05:30`;

interface PastChange {
  to: ApplicationStatus;
  action?: string;
  from?: ApplicationStatus;
  isUndone?: boolean;
}

interface PastApplication {
  jobId: string;
  sentAt: string;
  /** The statuses after it was sent. A text is a change by staff. */
  path?: readonly (ApplicationStatus | PastChange)[];
  status?: ApplicationStatus;
  repliedAfterHours?: number;
  firstTouch?: object;
  sessionTouch?: object;
}

/** Gives a job stages of these kinds, one after the other. */
export async function setStages(db: Db, jobId: string, kinds: readonly StageKind[]): Promise<void> {
  const stages = kinds.map((kind) => ({ key: kind.toLowerCase(), title: kind, kind }));
  await sql`update job set stages = ${JSON.stringify(stages)} where id = ${jobId}`.execute(db);
}

let people = 0;

/** Inserts an application of a new person. Its changes follow each other by an hour. Returns its id. */
export async function insertPastApplication(db: Db, one: PastApplication): Promise<string> {
  const id = uuidv7();
  people += 1;
  const path = (one.path ?? []).map((change) => (typeof change === 'string' ? { to: change } : change));
  const status = one.status ?? path.findLast(({ isUndone }) => !isUndone)?.to ?? 'SUBMITTED';
  const sentAt = sql`${at(one.sentAt)}::timestamptz`;
  await sql`
    with person as (
      insert into app_user (id, first_name, last_name, email, country_iso_code, phone_e164,
        notification_preferences)
      values (gen_random_uuid(), 'Person', ${String(people)}, ${`past-${people}@example.com`}, 'IN',
        ${`+9162${String(people).padStart(8, '0')}`}, '{}') returning id)
    insert into job_application (id, number, user_id, job_id, status, stage_key, started_at, expires_at, submitted_at,
      reply_due_at, replied_at, hold_from_status)
    select ${id}, ${`MS-26-9${String(people).padStart(4, '0')}`}, person.id, ${one.jobId}, ${status}, 'review', ${sentAt},
      ${sentAt} + interval '30 days', ${sentAt}, ${sentAt} + interval '24 hours',
      ${sentAt} + make_interval(hours => ${one.repliedAfterHours ?? null}::int),
      ${status === 'ON_HOLD' ? 'SUBMITTED' : null}
    from person`.execute(db);
  const changes: PastChange[] = [{ to: 'SUBMITTED' }, ...path];
  for (const [index, { to, action = null, from = null, isUndone }] of changes.entries())
    await sql`
      insert into application_event (id, application_id, at, action, from_status, to_status, actor_type, undone_at)
      values (gen_random_uuid(), ${id}, ${sentAt} + make_interval(hours => ${index}::int), ${action}, ${from}, ${to},
        'STAFF', ${isUndone ? sql`now()` : null})`.execute(db);
  if (one.firstTouch || one.sessionTouch)
    await sql`
      insert into conversion (id, kind, subject_id, first_touch, session_touch)
      values (gen_random_uuid(), 'JOB_APPLICATION', ${id}, ${JSON.stringify(one.firstTouch ?? {})},
        ${one.sessionTouch ? JSON.stringify(one.sessionTouch) : null})`.execute(db);
  return id;
}

/** Inserts an event of an application's training or interview. */
export async function insertAppointmentEvent(
  db: Db,
  applicationId: string,
  action: string,
  eventAt: string,
  startsAt: string | null = null,
): Promise<void> {
  const [subject, status] = action.endsWith('TRAINING')
    ? ['TRAINING', 'COMPLETED']
    : ['INTERVIEW', 'SCHEDULED'];
  await sql`
    insert into application_event (id, application_id, at, subject, action, to_status, actor_type, starts_at)
    values (gen_random_uuid(), ${applicationId}, ${eventAt}, ${subject}, ${action}, ${status}, 'STAFF', ${startsAt})`.execute(
    db,
  );
}

/** Inserts the interview of an application, and a slot for which its interviewer was invited. Returns the interview's id. */
export async function insertInvitedSlot(
  db: Db,
  {
    applicationId,
    jobId,
    startsAt,
    interviewerId,
  }: Record<'applicationId' | 'jobId' | 'startsAt' | 'interviewerId', string>,
): Promise<string> {
  const slotId = uuidv7();
  await sql`
    insert into interview_slot (id, job_id, starts_at, ends_at, time_zone, mode, capacity, interviewer_id)
    values (${slotId}, ${jobId}, ${startsAt}, ${startsAt}::timestamptz + interval '30 minutes', 'Asia/Kolkata', 'VIDEO', 1,
      ${interviewerId})`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into interview (id, application_id, stage_key, status, uid)
    values (gen_random_uuid(), ${applicationId}, 'interview', 'TO_SCHEDULE', ${`interview-${applicationId}@localhost`})
    on conflict (application_id, stage_key) do update set status = 'TO_SCHEDULE' returning id`.execute(db);
  const interviewId = rows[0]?.id ?? '';
  await sql`
    insert into interviewer_invite (id, interviewer_id, interview_id, slot_id, method)
    values (gen_random_uuid(), ${interviewerId}, ${interviewId}, ${slotId}, 'REQUEST')`.execute(db);
  return interviewId;
}

interface PastOffer {
  applicationId: string;
  madeAt: string;
  status: string;
  version?: number;
  acceptedAt?: string;
  declineReason?: string;
}

/** Inserts an offer with its answer. */
export async function insertPastOffer(db: Db, one: PastOffer): Promise<void> {
  await sql`
    insert into job_offer (id, application_id, version, status, annual_pay, currency, joining_on, location, work_mode, terms,
      expires_at, from_status, from_stage_key, created_by_id, created_at, accepted_at, decline_reason)
    values (gen_random_uuid(), ${one.applicationId}, ${one.version ?? 1}, ${one.status}, 400000, 'INR', '2026-04-01', 'Pune',
      'ON_SITE', '', '2026-12-31T00:00:00Z', 'INTERVIEW', 'interview', gen_random_uuid(), ${at(one.madeAt)},
      ${one.acceptedAt ? at(one.acceptedAt) : null}, ${one.declineReason ?? null})`.execute(db);
}

/** Inserts the placement of an application. */
export async function insertPlacement(
  db: Db,
  applicationId: string,
  joinedOn: string,
  leftOn: string | null = null,
): Promise<void> {
  await sql`
    insert into placement (id, application_id, joined_on, left_on, leave_reason, recorded_by_id)
    values (gen_random_uuid(), ${applicationId}, ${joinedOn}, ${leftOn}, ${leftOn ? 'RESIGNED' : null},
      gen_random_uuid())`.execute(db);
}
