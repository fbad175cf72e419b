import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { keysOf } from '#lib/domain/core/record.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import { staffReasons } from '#lib/domain/hiring/applications/reasons.ts';
import { isAwaitingReply, isReplyLate } from '#lib/domain/hiring/applications/reply-due.ts';
import { isReplyLate as isReplyLateSql } from '#lib/server/hiring/applications/late-reply.ts';
import { countQueue } from '#lib/server/staff/hiring/applications/queue-filters.ts';
import { listQueueIds } from '#lib/server/staff/hiring/applications/queue-query.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import {
  applications,
  expectOk,
  signUpCandidate,
  startApplication,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const list = '/api/v1/staff/job-applications/';
let staff: Visitor;
let jobId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  ({ id: jobId } = await requireJobBySlug(test.db, 'accounts-payable-associate-cl13'));
});

type Card = { id: string; status: string; is_late: boolean; number: string; candidate: { name: string } };

/** Reads all pages and runs `between` between two of them. */
async function readAll(path: string, between: (page: Card[]) => Promise<unknown> = async () => {}) {
  const cards: Card[] = [];
  let next: string | null = path;
  while (next) {
    const { status, body }: { status: number; body: { results: Card[]; next: string | null } } =
      await staff.call(`GET ${next}`);
    expect(status).toBe(200);
    cards.push(...body.results);
    next = body.next;
    await between(body.results);
  }
  return cards;
}

/** The number of the next person: two people of one test never have the same phone. */
let nextCandidate = 100_000;

/** Inserts applications of different people: `[status, hours until the reply is due]`. */
async function add(...rows: [status: 'SUBMITTED' | 'IN_REVIEW' | 'SHORTLISTED' | 'OFFERED', due: number][]) {
  const users = await insertManyCandidates(test.db, rows.length, nextCandidate);
  nextCandidate += rows.length;
  return insertApplications(
    test.db,
    rows.map(([status, dueInHours], index) => ({
      userId: users[index] ?? '',
      jobId,
      status,
      dueInHours,
      repliedAt: status === 'SHORTLISTED' || status === 'OFFERED' ? new Date(Date.now() - 60_000) : null,
    })),
  );
}

describe('the order', () => {
  it('[API-42] lists overdue replies first, the longest wait on top, then those that wait, then the others', async () => {
    const [soon, late, replied, latest, far] = await add(
      ['SUBMITTED', 2],
      ['IN_REVIEW', -3],
      ['SHORTLISTED', -30],
      ['SUBMITTED', -1],
      ['IN_REVIEW', 20],
    );
    const seen = await readAll(list);
    expect(seen.map(({ id }) => id)).toEqual([late, latest, soon, far, replied]);
    expect(seen.map(({ is_late }) => is_late)).toEqual([true, true, false, false, false]);
    const onlyLate = await readAll(`${list}?late=true`);
    expect(onlyLate.map(({ id }) => id)).toEqual([late, latest]);
  });

  it('returns the total, and includes ended applications only on request', async () => {
    const ids = await add(['SUBMITTED', 1], ['SUBMITTED', 2]);
    await test.db
      .updateTable('jobApplication')
      .set({ status: 'WITHDRAWN' })
      .where('id', '=', ids[0] ?? '')
      .execute();
    const { body } = await staff.call(`GET ${list}`);
    expect([body.count, body.results.length, body.next]).toEqual([1, 1, null]);
    expect((await readAll(`${list}?status=WITHDRAWN`)).map(({ id }) => id)).toEqual([ids[0]]);
  });
});

describe('a late reply', () => {
  it('[API-42] is the same in a query as in the domain, for every status and time', async () => {
    const now = new Date('2026-11-20T06:00:00Z');
    const time = fc.option(fc.integer({ min: -2, max: 2 }).map((hours) => addHours(now, hours)));
    const row = fc.record({
      status: fc.constantFrom(...keysOf(applicationStatusLabels)),
      replyDueAt: time,
      repliedAt: time,
    });
    const rows = fc.sample(row, 1000).map((one, n) => ({ n, ...one }));
    const { rows: late } = await sql<{ n: number }>`
      select n from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (n int, status text, "replyDueAt" timestamptz, "repliedAt" timestamptz)
      cross join lateral (select row."replyDueAt" as reply_due_at, row."repliedAt" as replied_at) named
      where ${isReplyLateSql(sql`${now.toISOString()}::timestamptz`)} order by n`.execute(test.db);
    const expected = rows.filter((one) => isReplyLate(one, now)).map(({ n }) => n);
    expect(expected.length).toBeGreaterThan(0);
    expect(late.map(({ n }) => n)).toEqual(expected);
    expect(rows.every((one) => !isReplyLate(one, now) || isAwaitingReply(one))).toBe(true);
  });

  it('[API-42] ends with the first reply: nothing is due or late after a hold', async () => {
    const [id] = await add(['IN_REVIEW', -3]);
    const move = (action: string) =>
      staff.call('POST /api/v1/staff/job-applications/move/', {
        application_ids: [id],
        action,
        reason_code: action === 'HOLD' ? keysOf(staffReasons)[0] : null,
      });
    expect(await readAll(list)).toMatchObject([{ is_late: true, is_awaiting_reply: true }]);
    for (const action of ['HOLD', 'RESUME']) expect((await move(action)).body.moved).toBe(1);
    expect(await readAll(list)).toMatchObject([
      { status: 'IN_REVIEW', is_late: false, is_awaiting_reply: false },
    ]);
    expect(await readAll(`${list}?late=true`)).toEqual([]);
  });
});

const addHours = (time: Date, hours: number) => new Date(time.getTime() + hours * 3_600_000);

describe('pages', () => {
  const rows = Array.from({ length: 23 }, (_, n) => [n % 3 ? 'SUBMITTED' : 'IN_REVIEW', n - 11] as const);

  it.each([1, 2, 5])('of %i entries list every application once, in one order', async (limit) => {
    const ids = await add(...rows.map(([status, due]) => [status, due] as ['SUBMITTED', number]));
    const whole = (await readAll(`${list}?limit=100`)).map(({ id }) => id);
    expect(new Set(whole)).toEqual(new Set(ids));
    expect((await readAll(`${list}?limit=${limit}`)).map(({ id }) => id)).toEqual(whole);
  });

  it('neither skip nor repeat an application while others are processed', async () => {
    const ids = await add(...rows.map(([status, due]) => [status, due] as ['SUBMITTED', number]));
    const rest = [...ids];
    const seen = await readAll(`${list}?limit=4`, async (page) => {
      const last = page.at(-1)?.id ?? '';
      const unread = rest.find((id) => !page.some((card) => card.id === id) && id !== last) ?? '';
      // An application that was read and one that was not get a reply. Both stay in the list with another status.
      await test.db
        .updateTable('jobApplication')
        .set({ status: 'SHORTLISTED', repliedAt: sql`now()` })
        .where('id', 'in', [last, unread])
        .execute();
      // A new application arrives before those that are due.
      await add(['SUBMITTED', -100]);
    });
    const found = seen.map(({ id }) => id);
    expect(new Set(found).size).toBe(found.length);
    for (const id of ids) expect(found).toContain(id);
  });

  it('list each application once when times are equal to the microsecond', async () => {
    const ids = await add(...rows.map(() => ['SUBMITTED', 5] as ['SUBMITTED', number]));
    await test.db
      .updateTable('jobApplication')
      .set({ replyDueAt: sql`'2026-01-01 10:00:00.123456+00'` })
      .execute();
    const found = (await readAll(`${list}?limit=3`)).map(({ id }) => id);
    expect(found.toSorted()).toEqual(ids.toSorted());
  });

  it('reject a made-up cursor', async () => {
    expect((await staff.call(`GET ${list}?after=abc`)).body.error_code).toBe('VALIDATION_FAILED');
    const forged = Buffer.from(JSON.stringify(['1', 'LATE', "';--", 'x'])).toString('base64url');
    expect((await staff.call(`GET ${list}?after=${forged}`)).status).toBe(400);
  });

  it('of started applications, which have no due time, are complete too', async () => {
    const users = await insertManyCandidates(test.db, 7, 5000);
    const ids = await insertApplications(
      test.db,
      users.map((userId) => ({
        userId,
        jobId,
        status: 'STARTED',
        stageKey: 'application',
        dueInHours: null,
      })),
    );
    const found = await readAll(`${list}?status=STARTED&limit=2`);
    expect(found.map(({ id }) => id)).toEqual(ids);
  });
});

describe('search', () => {
  it('finds an application by number, name, email and phone, at every stage', async () => {
    const [user] = await insertManyCandidates(test.db, 1, 777_777);
    const [id] = await insertApplications(test.db, [{ userId: user ?? '', jobId, status: 'NOT_SELECTED' }]);
    await add(['SUBMITTED', 1]);
    const { number } = (await readAll(`${list}?status=NOT_SELECTED`))[0] as Card;
    for (const search of [
      number,
      number.toLowerCase().replaceAll('-', ''),
      'number777',
      'candidate-777777@ex',
      '7010777777',
      '+917010777777',
    ])
      expect(
        (await readAll(`${list}?search=${encodeURIComponent(search)}`)).map((card) => card.id),
        search,
      ).toEqual([id]);
    expect(await readAll(`${list}?search=nobody`)).toEqual([]);
    expect(await readAll(`${list}?search=${encodeURIComponent("a' | !b:* & (")}`)).toEqual([]);
  });

  it('finds applications by job', async () => {
    const other = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
    await add(['SUBMITTED', 1]);
    expect(await readAll(`${list}?job_id=${other.id}`)).toEqual([]);
    expect(await readAll(`${list}?job_id=${jobId}`)).toHaveLength(1);
  });
});

it('the board has a column for every open status, with overdue applications on top', async () => {
  const [, late] = await add(['SUBMITTED', 2], ['SUBMITTED', -2], ['OFFERED', -40]);
  const { status, body } = await staff.call('GET /api/v1/staff/board/');
  expect(status).toBe(200);
  const columns = body.columns as { status: string; count: number; results: Card[] }[];
  expect(columns.map(({ status: name, count }) => [name, count])).toEqual([
    ['SUBMITTED', 2],
    ['IN_REVIEW', 0],
    ['SHORTLISTED', 0],
    ['TRAINING', 0],
    ['INTERVIEW', 0],
    ['OFFERED', 1],
    ['OFFER_ACCEPTED', 0],
    ['ON_HOLD', 0],
  ]);
  expect(columns[0]?.results[0]?.id).toBe(late);
});

describe('every application is listed', () => {
  it('[API-42] the list has as many applications as the count, in every status, with or without a due time', async () => {
    const statuses = keysOf(applicationStatusLabels);
    const rows = statuses.flatMap((status) => [null, -2, 3].map((dueInHours) => ({ status, dueInHours })));
    const users = await insertManyCandidates(test.db, rows.length, 9000);
    const ids = await insertApplications(
      test.db,
      rows.map((row, index) => ({ ...row, userId: users[index] ?? '', jobId })),
    );
    const asked = [...statuses.map((status) => ({ status })), {}, { search: 'example.com' }];
    for (const filters of asked)
      for (const limit of [1, 100]) {
        const counted = [...(await countQueue(test.db, filters)).values()].reduce((sum, one) => sum + one, 0);
        expect(await allIds(filters, limit), JSON.stringify(filters)).toHaveLength(counted);
      }
    expect((await allIds({ search: 'candidate' }, 7)).toSorted()).toEqual(ids.toSorted());
  });

  async function allIds(filters: Parameters<typeof countQueue>[1], limit: number): Promise<string[]> {
    const { ids, after } = await listQueueIds(test.db, { ...filters, limit });
    const rest = async (from: string): Promise<string[]> => {
      const page = await listQueueIds(test.db, { ...filters, limit, after: from });
      return [...page.ids, ...(page.after ? await rest(page.after) : [])];
    };
    return [...ids, ...(after ? await rest(after) : [])];
  }

  it('[API-42] without an order, a list of what has ended has the newest first', async () => {
    const users = await insertManyCandidates(test.db, 3, 8000);
    const dueInHours = [-72, -24, -48];
    const ids = await insertApplications(
      test.db,
      users.map((userId, index) => ({
        userId,
        jobId,
        status: 'NOT_SELECTED',
        dueInHours: dueInHours[index] ?? null,
      })),
    );
    const { ids: listed } = await listQueueIds(test.db, { status: 'NOT_SELECTED', limit: 9 });
    expect(listed).toEqual([ids[1], ids[2], ids[0]]);
  });

  it('[API-42] staff cannot hold or reject a draft, and it becomes overdue only after it is sent', async () => {
    const candidate = await signUpCandidate(test);
    const id = await startApplication(candidate, 'accounts-payable-associate-cl13');
    for (const action of ['HOLD', 'REJECT']) {
      const { body } = await staff.call('POST /api/v1/staff/job-applications/move/', {
        application_ids: [id],
        action,
        reason_code: 'OTHER',
      });
      expect(body.results[0].error.message).toMatch(/is “Started”, so it cannot be/);
    }
    // A message to a draft is no reply to the later submission.
    await test.db.updateTable('jobApplication').set({ repliedAt: sql`now()` }).where('id', '=', id).execute();
    await expectOk(candidate.visitor.call(`POST ${applications}${id}/submit/`, {}));
    await travel(test.db, 25 * 3600);
    expect((await readAll(`${list}?late=true`)).map((card) => card.id)).toEqual([id]);
  });
});
