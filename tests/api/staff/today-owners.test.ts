import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { formatDueCount, sumDue } from '#lib/domain/staff/today.ts';
import { isPrepared } from '#lib/server/db/prepared.ts';
import { buildAgendaEmail } from '#lib/server/staff/today/agenda/agenda-text.ts';
import { loadToday, loadTodayOf } from '#lib/server/staff/today/load-today.ts';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import { recordStatements } from '../../support/plans.ts';
import { insertCall } from '../../support/staff/today.ts';

/** Whose work Today and its email show when more is due than they list. */

const test = useTestApi();
const timeZone = 'Asia/Kolkata';
let me: string;
let other: string;
/** The number of the last inserted candidate: two of one test never have the same phone. */
let candidateNumber = 700_000;

beforeEach(async () => {
  await restoreJobs(test.db);
  [{ id: me }, { id: other }] = [await signUpStaff(test), await signUpStaff(test)];
  await sql`delete from lead_contact`.execute(test.db);
  await sql`delete from lead_request`.execute(test.db);
  await sql`delete from lead_event`.execute(test.db);
  await sql`delete from lead`.execute(test.db);
});

/** Inserts so many late leads of an owner, each older than what the other tests insert. */
const insertBacklog = (count: number, ownerId: string | null) =>
  sql`insert into lead (id, first_name, last_name, phone_e164, due_at, owner_id)
    select gen_random_uuid(), 'Late', 'Lead', '+9198' || lpad(n::text, 8, '0'), now() - make_interval(days => 2, mins => n),
      ${ownerId}::uuid from generate_series(1, ${count}::int) n`.execute(test.db);

async function insertOwnCall(minutes: number, ownerId = me): Promise<string> {
  const id = await insertCall(test.db, minutes);
  await test.db.updateTable('lead').set({ ownerId }).where('id', '=', id).execute();
  return id;
}

/** Inserts a booked interview that begins at an instant. Returns the application. */
async function insertInterview(at: Date, owner: { ownerId?: string; interviewerOf?: string } = {}) {
  const { id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
  candidateNumber += 1;
  const [userId = ''] = await insertManyCandidates(test.db, 1, candidateNumber);
  const [id = ''] = await insertApplications(test.db, [{ userId, jobId }]);
  await sql`
    update job_application set status = 'INTERVIEW', replied_at = now(), owner_id = ${owner.ownerId ?? null}
    where id = ${id}`.execute(test.db);
  const interviewerId = owner.interviewerOf ? uuidv7() : null;
  if (owner.interviewerOf && interviewerId)
    await test.db
      .insertInto('interviewer')
      .values({
        id: interviewerId,
        userId: owner.interviewerOf,
        name: 'Ira',
        email: `${interviewerId}@staff.example`,
      })
      .execute();
  await sql`
    with slot as (
      insert into interview_slot (id, job_id, starts_at, ends_at, time_zone, mode, capacity, taken, interviewer_id)
      values (gen_random_uuid(), ${jobId}, ${at}, ${at}::timestamptz + interval '30 minutes', ${timeZone}, 'VIDEO', 1, 1,
        ${interviewerId}) returning id)
    insert into interview (id, application_id, stage_key, status, slot_id, uid)
    select gen_random_uuid(), ${id}, 'interview', 'SCHEDULED', slot.id, gen_random_uuid()::text from slot`.execute(
    test.db,
  );
  return id;
}

const loadOf = (staffId: string | null) => loadTodayOf(test.db, timeZone, [{ staffId }]);

it('[API-42] “Mine” finds one’s own work behind more of others than Today lists, and both counts are true', async () => {
  await insertBacklog(55, null);
  const call = await insertOwnCall(-30);
  const {
    everyone: all,
    ofOwners: [own],
  } = await loadOf(me);
  if (!own) throw new Error('Today of the owner is missing');
  expect(own.items.map(({ subjectId }) => subjectId)).toEqual([call]);
  expect(sumDue(own.counts)).toEqual({ due: 1, late: 1 });
  expect(all).toEqual({ ...(await loadToday(test.db, timeZone)), now: all.now });
  expect(all.items).toHaveLength(50);
  expect(all.counts.get('CALL')).toEqual({ due: 56, late: 56 });
  expect(all.more).toEqual([{ kind: 'CALL', href: '/staff/leads/?due=today' }]);
  expect([formatDueCount(56), formatDueCount(200), formatDueCount(201)]).toEqual(['56', '200', '200+']);
});

it('[API-43] an interview is work of whoever owns the application and of whoever holds it', async () => {
  const soon = new Date();
  const owned = await insertInterview(soon, { ownerId: me, interviewerOf: other });
  const held = await insertInterview(soon, { ownerId: other, interviewerOf: me });
  await insertInterview(soon, { ownerId: other });
  const unowned = await insertInterview(soon);
  const listOf = async (staffId: string | null) =>
    (await loadOf(staffId)).ofOwners.flatMap(({ items }) => items.map(({ subjectId }) => subjectId)).sort();
  expect(await listOf(me)).toEqual([owned, held].sort());
  expect(await listOf(other)).toHaveLength(3);
  expect(await listOf(null)).toEqual([unowned]);
});

it('[API-42] the lists of owners are the same behind more work of others than is counted', async () => {
  const calls = [await insertOwnCall(-30), await insertOwnCall(-20)];
  const held = await insertInterview(new Date(), { ownerId: other, interviewerOf: me });
  await insertBacklog(3, null);
  const lists = async () => {
    const { everyone, ofOwners } = await loadTodayOf(test.db, timeZone, [{ staffId: me }, { staffId: null }]);
    return { all: everyone.counts.get('CALL')?.due, ofOwners: ofOwners.map(({ items }) => items) };
  };
  const few = await lists();
  expect(few.all).toBe(5);
  expect(few.ofOwners[0]?.map(({ subjectId }) => subjectId).sort()).toEqual([...calls, held].sort());
  expect(few.ofOwners[1]).toHaveLength(3);
  await insertBacklog(210, other);
  expect(await lists()).toEqual({ ...few, all: 201 });
});

it('[API-42] the email at 8 am begins with today’s interviews and the reader’s own work, also behind a backlog', async () => {
  await insertBacklog(60, other);
  await insertOwnCall(-30);
  const late = Array.from({ length: 55 }, (_, day) => new Date(Date.now() - (day + 30) * 3_600_000));
  await Promise.all(late.map((at) => insertInterview(at)));
  const now = new Date();
  await insertInterview(now, { ownerId: other });
  const person = await test.db
    .selectFrom('appUser')
    .selectAll()
    .where('id', '=', me)
    .executeTakeFirstOrThrow();
  const { title, paragraphs, links } = await buildAgendaEmail(test.db, person, now, 'https://localhost');
  expect(title).toMatch(/: 117 due, 116 late$/);
  expect(paragraphs).toHaveLength(54);
  expect([0, 2, 4].map((line) => paragraphs[line])).toEqual([
    'Interviews today:',
    'Yours:',
    'Without an owner:',
  ]);
  expect(paragraphs.at(-1)).toBe('67 more are due. The page lists what is due.');
  expect(links).toEqual([{ label: 'See all on Today', href: 'https://localhost/staff/?owner=everyone' }]);
});

it('[API-42] the endpoint lists the caller’s work or everybody’s', async () => {
  const { visitor, id } = await signUpStaff(test);
  const [own, others] = [await insertOwnCall(-30, id), await insertOwnCall(-20, other)];
  const listOf = async (query: string) => {
    const { status, body } = await visitor.call(`GET /api/v1/staff/today/${query}`);
    expect(status).toBe(200);
    return body.results.map((one: { subject_id: string }) => one.subject_id);
  };
  expect(await listOf('?owner=me')).toEqual([own]);
  expect(await listOf('?owner=everyone')).toEqual(await listOf(''));
  expect(await listOf('')).toEqual([own, others]);
  expect((await visitor.call('GET /api/v1/staff/today/?owner=constructor')).status).toBe(400);
});

it('[API-42] Today sends the same texts at every time, because a connection keeps the plan of each', async () => {
  const textsAt = async (at: Date) => {
    const sent = await recordStatements(test.db, (db) =>
      loadTodayOf(db, timeZone, [{ staffId: me }, { staffId: null }], { at }),
    );
    return new Set(sent.map(({ sql: text }) => text).filter(isPrepared));
  };
  const texts = await textsAt(new Date('2026-11-27T06:00:00Z'));
  expect(texts.size).toBeGreaterThan(20);
  expect(await textsAt(new Date('2027-02-01T19:30:00.123Z'))).toEqual(texts);
});
