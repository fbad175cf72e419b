import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { requireJobBySlug } from '../../support/hiring/staff.ts';
import { at, insertAppointmentEvent, insertPastApplication } from '../../support/staff/hiring-history.ts';

const test = useTestApi();
let jobId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13'));
});

/** Lists the rows that differ from what they have to be. */
async function listDifferences(): Promise<unknown[]> {
  const { rows } = await sql`
    (table application_progress except table current_application_progress)
    union all (table current_application_progress except table application_progress)`.execute(test.db);
  const { rows: outcomes } = await sql`
    (table appointment_outcome except table current_appointment_outcome)
    union all (table current_appointment_outcome except table appointment_outcome)`.execute(test.db);
  return [...rows, ...outcomes];
}

const addEvent = (id: string, to: string, more: { from?: string; action?: string } = {}) => sql`
  insert into application_event (id, application_id, from_status, to_status, action, actor_type)
  values (gen_random_uuid(), ${id}, ${more.from ?? null}, ${to}, ${more.action ?? null}, 'STAFF')`;

/** What happens to applications, each as a statement about one of them. */
const changes = {
  move: (id: string) =>
    sql`update job_application set status = 'SHORTLISTED', replied_at = now() where id = ${id}`,
  review: (id: string) => addEvent(id, 'IN_REVIEW'),
  hire: (id: string) => addEvent(id, 'HIRED'),
  reopen: (id: string) => addEvent(id, 'OFFER_ACCEPTED', { from: 'HIRED', action: 'REOPEN' }),
  phone: (id: string) => addEvent(id, 'STARTED'),
  came: (id: string) => sql`
    insert into application_event (id, application_id, subject, action, to_status, actor_type)
    values (gen_random_uuid(), ${id}, 'INTERVIEW', 'COMPLETE_INTERVIEW', 'COMPLETED', 'STAFF')`,
  undo: (id: string) => sql`
    update application_event set undone_at = now() where id = (
      select id from application_event where application_id = ${id} and undone_at is null order by at desc limit 1)`,
  redo: (id: string) => sql`update application_event set undone_at = null where application_id = ${id}`,
  forget: (id: string) => sql`delete from application_event where id = (
    select id from application_event where application_id = ${id} order by at desc limit 1)`,
  visit: (id: string) => sql`
    insert into conversion (id, kind, subject_id, first_touch)
    values (gen_random_uuid(), 'JOB_APPLICATION', ${id}, '{"referrerHost": "www.News.example"}') on conflict do nothing`,
  forgetVisit: (id: string) => sql`delete from conversion where subject_id = ${id}`,
  remove: (id: string) => sql`delete from job_application where id = ${id}`,
};

it('[API-42] what the report counts of an application is what its history says, after changes in any order and two at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...Object.values(changes)), fc.nat(1)), { maxLength: 12 }),
      async (steps) => {
        const ids = [
          await insertPastApplication(test.db, { jobId, sentAt: '2026-03-02 10:00', path: ['SHORTLISTED'] }),
          await insertPastApplication(test.db, {
            jobId,
            sentAt: '2026-03-03 10:00',
            firstTouch: { utmSource: 'Ad' },
          }),
        ];
        const run = ([change, index]: (typeof steps)[number]) => change(ids[index] ?? '').execute(test.db);
        for (let first = 0; first < steps.length; first += 2)
          await Promise.allSettled(steps.slice(first, first + 2).map(run));
        expect(await listDifferences()).toEqual([]);
      },
    ),
    { numRuns: 15 },
  );
});

it('[API-42] a step that two transactions record at once is counted with the other one', async () => {
  const id = await insertPastApplication(test.db, { jobId, sentAt: '2026-03-02 10:00' });
  await insertAppointmentEvent(test.db, id, 'COMPLETE_TRAINING', at('2026-03-05 10:00'));
  await Promise.all(
    ['IN_REVIEW', 'SHORTLISTED', 'TRAINING', 'HIRED'].map((to) => addEvent(id, to).execute(test.db)),
  );
  const { reached } = await test.db
    .selectFrom('applicationProgress')
    .select('reached')
    .where('applicationId', '=', id)
    .executeTakeFirstOrThrow();
  expect(reached).toBe(0b1110111);
  expect(await listDifferences()).toEqual([]);
});
