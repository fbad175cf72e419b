import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { staffApplication } from '#lib/contract/staff/applications.ts';
import { demoPhone, seedDemo, seedManyApplications } from '#lib/server/demo/index.ts';
import { openMediaStore } from '#lib/server/media/store/index.ts';
import { requireStaffApplication } from '#lib/server/staff/hiring/applications/find-applications.ts';
import { loadMessageApplications } from '#lib/server/staff/messages/message-applications.ts';
import { ownDatabase, type TestDatabase } from '../support/database.ts';
import { isSoak } from '../support/soak.ts';

let database: TestDatabase;
const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-media-'));
const store = openMediaStore({ mediaStore: 'disk', dataDir });

beforeAll(async () => {
  database = await ownDatabase();
  await seedDemo(database.db, store);
}, 120_000);
afterAll(async () => {
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.db)).rows[0]?.n ??
  0;

describe('the demo data', () => {
  it('has a candidate with applications in several states, and sends no messages', async () => {
    const rows = await database.db
      .selectFrom('jobApplication')
      .innerJoin('appUser', 'appUser.id', 'jobApplication.userId')
      .leftJoin('interview', 'interview.applicationId', 'jobApplication.id')
      .select(['jobApplication.status', 'interview.status as interviewStatus'])
      .where('phoneE164', '=', demoPhone)
      .orderBy('jobApplication.startedAt')
      .execute();
    expect(rows.map(({ status }) => status)).toEqual([
      'STARTED',
      'SUBMITTED',
      'NOT_SELECTED',
      'TRAINING',
      'INTERVIEW',
    ]);
    expect(rows.at(-1)?.interviewStatus).toBe('SCHEDULED');
    // The log of the candidate has one message in each state, none of them due.
    const messages = await database.db
      .selectFrom('outbox')
      .select(['dedupeKey', 'status', 'dueAt'])
      .execute();
    expect(messages.every(({ dedupeKey }) => dedupeKey.startsWith('demo-message:'))).toBe(true);
    const about = await loadMessageApplications(
      database.db,
      messages.map(({ dedupeKey }) => dedupeKey),
    );
    expect(about.size, 'each is about an application').toBe(messages.length);
    expect(messages.filter(({ status, dueAt }) => status === 'QUEUED' && dueAt < new Date())).toEqual([]);
  });

  it.each([
    [
      'an event of an application',
      'application_event e join job_application r on r.id = e.application_id',
      'r.started_at',
    ],
    ['an event of a lead', 'lead_event e join lead r on r.id = e.lead_id', 'r.created_at'],
    ['a call', 'lead_attempt e join lead r on r.id = e.lead_id', 'r.created_at'],
  ])(
    '[API-42] [API-53] %s is not before what it belongs to, nor in the future',
    async (_, from, createdAt) => {
      const { rows } = await sql`select e.id from ${sql.raw(from)}
      where e.at < ${sql.raw(createdAt)} - interval '1 second' or e.at > now()`.execute(database.db);
      expect(rows).toEqual([]);
    },
  );

  it('[API-42] [API-53] the history agrees with the current status, and with the times of interviews and trainings', async () => {
    const { rows } = await sql`
      with latest as (
        select distinct on (application_id, subject) * from application_event order by application_id, subject, at desc, id desc
      )
      select number as id, application.status, to_status from latest join job_application application
        on application.id = application_id where subject = 'APPLICATION' and application.status <> to_status
      union all
      select number, slot.starts_at::text, latest.starts_at::text from latest
        join job_application application on application.id = application_id
        join interview on interview.application_id = application.id and interview.status = 'SCHEDULED'
        join interview_slot slot on slot.id = slot_id
        where subject = 'INTERVIEW' and latest.starts_at is distinct from slot.starts_at
      union all
      select number, batch.starts_at::text, latest.starts_at::text from latest
        join job_application application on application.id = application_id
        join training on training.application_id = application.id join training_batch batch on batch.id = batch_id
        where subject = 'TRAINING' and latest.starts_at is not null and latest.starts_at <> batch.starts_at
      union all
      select reference, lead.status, to_status from lead join lateral (
        select to_status from lead_event where lead_id = lead.id order by at desc, id desc limit 1) last on true
        where lead.status <> to_status`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('[API-42] nobody begins to work before the application, and no interview is held before it', async () => {
    const { rows } = await sql`
      select number from placement join job_application on job_application.id = application_id
        where joined_on < started_at::date
      union all
      select number from interview join interview_slot slot on slot.id = slot_id
        join job_application on job_application.id = application_id where slot.starts_at < started_at`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });

  it('[API-43] an interview by phone has phone calls only', async () => {
    const { rows } = await sql<{ title: string; mode: string }>`
      select distinct stage->>'title' as title, slot.mode from interview_slot slot
      join job on job.id = slot.job_id
      cross join jsonb_array_elements(job.stages) stage
      where stage->>'title' ~* 'by phone'
        and (slot.stage_key is null or slot.stage_key = stage->>'key')`.execute(database.db);
    expect(rows).toEqual([{ title: 'Voice test by phone', mode: 'PHONE' }]);
  });

  it('[API-43] has interviews to record, and an interviewer for every time: staff and guests, one interview each', async () => {
    const { rows: held } = await sql`
      select first_name as name, interview.status from interview
      join job_application on job_application.id = application_id join app_user on app_user.id = user_id
      join interview_slot slot on slot.id = slot_id
      where slot.ends_at < now() and interview.status = 'SCHEDULED' order by 1`.execute(database.db);
    expect(held).toEqual([
      { name: 'Anil', status: 'SCHEDULED' },
      { name: 'Ritu', status: 'SCHEDULED' },
    ]);
    const { rows: slots } = await sql`
      select count(*) filter (where interviewer_id is null) as nobody,
        count(distinct interviewer_id) filter (where user_id is not null) as staff,
        count(distinct interviewer_id) filter (where user_id is null) > 5 as "hasGuests"
      from interview_slot left join interviewer on interviewer.id = interviewer_id
      where job_id is not null`.execute(database.db);
    expect(slots).toEqual([{ nobody: 0, staff: 1, hasGuests: true }]);
    const { rows: overlaps } = await sql`
      select one.id from interview_slot one join interview_slot other on other.interviewer_id = one.interviewer_id
        and other.id <> one.id and one.starts_at < other.ends_at and other.starts_at < one.ends_at`.execute(
      database.db,
    );
    expect(overlaps).toEqual([]);
  });

  it('has people who are interviewed, offered a job, about to join and hired, with their scorecards', async () => {
    const { rows } = await sql`
      select first_name as name, job_application.status, job_offer.status as offer, placement.id is not null as joined,
        (select count(*)::int from scorecard join interview on interview.id = interview_id
          where interview.application_id = job_application.id) as cards
      from job_application join app_user on app_user.id = user_id join job on job.id = job_id
      left join job_offer on job_offer.application_id = job_application.id
      left join placement on placement.application_id = job_application.id
      where job.slug = 'inside-sales-associate-cl12' order by first_name`.execute(database.db);
    const invited = { status: 'INTERVIEW', offer: null, joined: false, cards: 0 };
    expect(rows).toEqual([
      { name: 'Anil', ...invited },
      { name: 'Gurpreet', status: 'HIRED', offer: 'ACCEPTED', joined: true, cards: 2 },
      { name: 'Neha', status: 'OFFERED', offer: 'OPEN', joined: false, cards: 2 },
      { name: 'Ritu', ...invited },
      { name: 'Sreeja', status: 'OFFER_ACCEPTED', offer: 'ACCEPTED', joined: false, cards: 2 },
      { name: 'Zoya', ...invited },
    ]);
  });

  it('has future batches and slots, and is added only once', async () => {
    const before = await Promise.all(
      ['training_batch', 'interview_slot', 'job_application', 'application_event'].map(count),
    );
    for (const rows of before) expect(rows).toBeGreaterThan(0);
    await seedDemo(database.db, store);
    expect(
      await Promise.all(
        ['training_batch', 'interview_slot', 'job_application', 'application_event'].map(count),
      ),
    ).toEqual(before);
  });
});

describe('many applications', () => {
  const requestedCount = isSoak ? 3000 : 600;
  let insertedCount = 0;
  beforeAll(async () => {
    insertedCount = await seedManyApplications(database.db, requestedCount);
  }, 120_000);

  it('are as many as requested, each at a stage of its job', async () => {
    expect(insertedCount).toBe(requestedCount);
    const { rows } = await sql<{ status: string; kind: string | null }>`
      select distinct job_application.status, stage ->> 'kind' as kind
      from job_application
      join job on job.id = job_id
      join app_user on app_user.id = user_id
      left join lateral jsonb_array_elements(stages) stage on stage ->> 'key' = stage_key
      where email like 'applicant-%'`.execute(database.db);
    expect(rows.map(({ kind }) => kind)).not.toContain(null);
    const kinds = Object.fromEntries(rows.map(({ status, kind }) => [status, kind]));
    expect(kinds).toMatchObject({
      STARTED: 'FORM',
      SUBMITTED: 'REVIEW',
      TRAINING: 'TRAINING',
      INTERVIEW: 'INTERVIEW',
      HIRED: 'OFFER',
    });
  });

  it('[API-42] have snapshots that staff read in the shape of the contract', async () => {
    const sent = await database.db
      .selectFrom('jobApplication')
      .innerJoin('appUser', 'appUser.id', 'jobApplication.userId')
      .select(['jobApplication.id', 'candidateSnapshot'])
      .where('submittedAt', 'is not', null)
      .where('email', 'like', 'applicant-%')
      .execute();
    expect(sent.length).toBeGreaterThan(requestedCount / 2);
    expect(sent.filter(({ candidateSnapshot }) => candidateSnapshot === null)).toEqual([]);
    const shown = await requireStaffApplication(database.db, sent[0]?.id ?? '');
    expect(z.safeParse(staffApplication, shown).error).toBeUndefined();
    expect(shown.answers).toMatchObject([{ label: 'Why do you want this job?' }]);
  });
});
