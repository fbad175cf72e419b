import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { insertLearner, requireOpenBatch, reserve } from '../../support/enrolment/learners.ts';
import { applications, signUpCandidate, startApplication } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { requireJobBySlug, signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

/** A stored time that no page can show, as SQL may write it, hides its own row only. */

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
let staff: Visitor;
let jobId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  ({ id: jobId } = await requireJobBySlug(test.db, slug));
  await sql`alter table training_batch drop constraint if exists training_batch_times`.execute(test.db);
});
afterAll(async () => {
  await sql`delete from training_batch`.execute(test.db);
  await sql`
    alter table training_batch add constraint training_batch_times
    check (starts_at >= '2000-01-01Z' and ends_at < '2100-01-01Z')`.execute(test.db);
});

async function insertBatch(title: string, endsAt: string): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into training_batch (id, job_id, title, starts_at, ends_at, time_zone, mode, capacity)
    values (${id}, ${jobId}, ${title}, now() + interval '1 day', ${endsAt}::timestamptz, 'Asia/Kolkata', 'ONLINE', 5)`.execute(
    test.db,
  );
  return id;
}

it.each(['9999-12-31T23:59:59.999999999Z', 'infinity'])(
  '[API-42] [C-29] a batch that ends at %s is named in the list, and the others stay',
  async (endsAt) => {
    const bad = await insertBatch('Bad', endsAt);
    const good = await insertBatch('Good', '2099-01-01Z');
    const { status, body } = await staff.call('GET /api/v1/staff/batches/');
    expect(status).toBe(200);
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual([good]);
    expect(body.unreadable).toEqual([{ id: bad, reference: 'Bad' }]);
    const first = await staff.call('GET /api/v1/staff/batches/?limit=1');
    const next = await staff.call(`GET ${first.body.next}`);
    expect([first.status, next.status, next.body.next]).toEqual([200, 200, null]);
  },
);

it('[API-42] [C-29] an application with a time that cannot be shown is named, and the others stay', async () => {
  const person = await signUpCandidate(test);
  await insertBatch('Bad', 'infinity');
  const bad = await startApplication(person, slug);
  const good = await startApplication(person, 'voice-support-associate-cl13');
  await sql`update job_application set submitted_at = '10000-01-01Z', status = 'SUBMITTED' where id = ${bad}`.execute(
    test.db,
  );
  const own = await person.visitor.call(`GET ${applications}`);
  expect([own.status, own.body.count, own.body.results.map(({ id }: { id: string }) => id)]).toEqual([
    200,
    2,
    [good],
  ]);
  expect(own.body.unreadable).toEqual([{ id: bad, reference: expect.stringMatching(/^MS-/) }]);
  const queue = await staff.call('GET /api/v1/staff/job-applications/');
  const board = await staff.call('GET /api/v1/staff/board/');
  expect([queue.status, board.status]).toEqual([200, 200]);
  expect([queue.body.unreadable, board.body.unreadable]).toEqual([own.body.unreadable, own.body.unreadable]);
});

it('[C-40] [C-29] an audit entry with a time that cannot be shown is named, and the others stay', async () => {
  await sql`
    insert into audit_event (id, at, actor_id, action, subject_type, subject_id)
    values (gen_random_uuid(), 'infinity', gen_random_uuid(), 'job.CREATE', 'job', ${jobId}),
      (gen_random_uuid(), now(), gen_random_uuid(), 'job.UPDATE', 'job', ${jobId})`.execute(test.db);
  const { status, body } = await staff.call('GET /api/v1/staff/audit-events/');
  expect([status, body.unreadable.length]).toEqual([200, 1]);
  expect(body.results.map(({ action }: { action: string }) => action)).toContain('job.UPDATE');
  const first = await staff.call('GET /api/v1/staff/audit-events/?limit=1');
  expect((await staff.call(`GET ${first.body.next}`)).status).toBe(200);
});

it('[API-50] [C-29] an enrolment with a time that cannot be shown is named, and the others stay', async () => {
  const learner = await insertLearner(test);
  const batch = await requireOpenBatch(test.db);
  const { body: bad } = await reserve(learner, batch);
  await sql`update enrolment set requested_at = 'infinity', status = 'RELEASED' where id = ${bad.id}`.execute(
    test.db,
  );
  const { body: good } = await reserve(learner, batch);
  for (const list of [
    await learner.visitor.call('GET /api/v1/enrolments/'),
    await staff.call('GET /api/v1/staff/enrolments/'),
  ]) {
    expect([list.status, list.body.count]).toEqual([200, 2]);
    expect(list.body.results.map(({ id }: { id: string }) => id)).toEqual([good.id]);
    expect(list.body.unreadable).toEqual([{ id: bad.id, reference: bad.reference }]);
  }
});
