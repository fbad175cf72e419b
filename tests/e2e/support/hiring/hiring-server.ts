import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import { moveApplication } from '#lib/server/hiring/applications/move-application.ts';
import { moveInterview } from '#lib/server/hiring/appointments/interview-transitions.ts';
import { moveTraining } from '#lib/server/hiring/appointments/training-transitions.ts';
import { makeExports } from '#lib/server/privacy/make-exports.ts';
import type { Runtime } from '#lib/server/runtime.ts';
import { grantRole } from '#lib/server/staff/grant-role.ts';

/** Triggers events of the employer's side while a browser test shows the candidate's side; see hiring.ts. */
export type HiringEvent =
  | ({ do: 'newJob' } & NewJob)
  | {
      do: 'move';
      what: 'application' | 'training' | 'interview';
      id: string;
      action: string;
      reason?: string;
      note?: string;
    }
  /** Other candidates take all remaining seats. */
  | { do: 'fill'; seats: 'interview_slot' | 'training_batch'; id: string }
  /** Moves its start to this number of minutes from now. */
  | { do: 'begin-in'; seats: 'interview_slot' | 'training_batch'; id: string; minutes: number }
  /** Grants the role as the command line does. */
  | { do: 'grant-staff'; phone: string; role?: 'staff' | 'admin' }
  /** Runs the job that makes the copies of data that people have asked for. */
  | { do: 'make-exports' };

export interface NewJob {
  /** The stage kinds between the application form and the offer. */
  stages: ('REVIEW' | 'TRAINING' | 'INTERVIEW')[];
  /** Hours from now until each slot begins. Each slot has one seat. */
  slotsInHours?: number[];
  /** Days from now until each batch begins. Each batch has one seat. */
  batchesInDays?: number[];
}

export interface CreatedJob {
  slug: string;
  slotIds: string[];
  batchIds: string[];
}

const staff = { type: 'STAFF', id: '01890000-0000-7000-8000-000000000001' } as const;

export async function triggerEvent(runtime: Runtime, event: HiringEvent): Promise<unknown> {
  const { db, messages, config } = runtime;
  const inOne = <T>(
    task: (work: { trx: Db; messages: typeof messages; config: typeof config }) => Promise<T>,
  ) => db.transaction().execute((trx) => task({ trx, messages, config }));
  switch (event.do) {
    case 'newJob':
      return makeJob(db, event);
    case 'move':
      return inOne((work) => {
        const moves = { application: moveApplication, training: moveTraining, interview: moveInterview };
        const move = moves[event.what] as typeof moveApplication;
        const notes = { reasonCode: event.reason ?? null, publicNote: event.note ?? null };
        return move(work, staff, event.id, event.action as Parameters<typeof moveApplication>[3], notes);
      });
    case 'grant-staff':
      return grantRole(db, event.phone, event.role ?? 'staff');
    case 'make-exports':
      await makeExports(runtime);
      return null;
    case 'fill':
      await sql`update ${sql.table(event.seats)} set taken = capacity where id = ${event.id}`.execute(db);
      return null;
    case 'begin-in':
      await sql`
        update ${sql.table(event.seats)} set starts_at = now() + make_interval(mins => ${event.minutes}::int),
          ends_at = now() + make_interval(mins => ${event.minutes + 30}::int)
        where id = ${event.id}`.execute(db);
      return null;
  }
}

/**
 * Creates a job for one test: a copy of the first demonstration job with other stages and with seats. It is
 * the oldest, so it does not change the first entries of lists that other tests read.
 */
async function makeJob(
  db: Db,
  { stages, slotsInHours = [], batchesInDays = [] }: NewJob,
): Promise<CreatedJob> {
  const id = uuidv7();
  const slug = `test-${id}`;
  const all = ['FORM', ...stages, 'OFFER'].map((kind, at) => ({
    key: `stage-${at}`,
    title: titles[kind],
    kind,
  }));
  await sql`
    insert into job (id, slug, code, title, family, level, employer_id, employment_type, work_mode, shift,
      salary_min, salary_max, salary_currency, salary_period, summary, description, responsibilities, requirements,
      benefits, eligibility, training, stages, questions, posted_at, apply_by, status)
    select ${id}::uuid, ${slug}, ${id}, ${`Ledger associate ${id.slice(-6)}`}, family, level, employer_id, employment_type, work_mode, shift,
      salary_min, salary_max, salary_currency, salary_period, ${`Keep ledger ${id.slice(-6)} in order, close the month on time and answer what suppliers ask.`}, description, responsibilities,
      requirements, benefits, ${JSON.stringify(eligibility)}::jsonb, training, ${JSON.stringify(all)}::jsonb,
      ${JSON.stringify(questions)}::jsonb, now() - interval '400 days', now() + interval '20 days', 'OPEN'
    from job where slug = 'accounts-payable-associate-cl13'`.execute(db);
  await sql`
    insert into job_job_location (job_id, job_location_id, position, openings)
    select ${id}::uuid, id, 0, 24 from job_location where city = 'Pune'`.execute(db);
  const slotIds = slotsInHours.map(() => uuidv7());
  for (const [at, hours] of slotsInHours.entries())
    await sql`
      insert into interview_slot (id, job_id, starts_at, ends_at, time_zone, mode, join_url, instructions, capacity)
      values (${slotIds[at]}, ${id}, now() + make_interval(hours => ${hours}::int),
        now() + make_interval(hours => ${hours}::int, mins => 30), 'Asia/Kolkata', 'VIDEO',
        'https://meet.example/ledger', 'Have a ledger at hand.', 1)`.execute(db);
  const batchIds = batchesInDays.map(() => uuidv7());
  for (const [at, days] of batchesInDays.entries())
    await sql`
      insert into training_batch (id, job_id, title, starts_at, ends_at, time_zone, mode, join_url, capacity)
      values (${batchIds[at]}, ${id}, ${`Batch ${at + 1}`}, now() + make_interval(days => ${days}::int),
        now() + make_interval(days => ${days + 5}::int), 'Asia/Kolkata', 'ONLINE', 'https://meet.example/batch', 1)`.execute(
      db,
    );
  return { slug, slotIds, batchIds };
}

const titles: Record<string, string> = {
  FORM: 'Your details',
  REVIEW: 'Reply from the employer',
  TRAINING: 'Ledger training',
  INTERVIEW: 'Interview with the team',
  OFFER: 'Offer',
};

const eligibility = [
  {
    key: 'education',
    label: 'Education',
    rule: 'A bachelor’s degree',
    check: { kind: 'QUALIFICATION', atLeast: 'BACHELOR' },
  },
  {
    key: 'notice',
    label: 'Notice period',
    rule: 'Can start within 30 days',
    check: { kind: 'NOTICE', atMostDays: 30 },
  },
  { key: 'age', label: 'Age', rule: '18 or older' },
];

const questions = [
  { key: 'motivation', label: 'Why do you want this job?', kind: 'TEXT', required: true },
  { key: 'nights', label: 'Can you work nights at month end?', kind: 'YES_NO', required: true },
];
