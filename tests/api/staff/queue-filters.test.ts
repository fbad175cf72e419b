import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import { noRegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import { queueSortLabels } from '#lib/domain/staff/application-queue.ts';
import { queueStatuses } from '#lib/domain/staff/staff-actions.ts';
import { createExport } from '#lib/server/staff/export.ts';
import { listJobFilterNames } from '#lib/server/staff/hiring/jobs/find-jobs.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  requireUserId,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

/** The filters and orders of the applications queue, compared with the same rules in JavaScript. */

const test = useTestApi();
const list = '/api/v1/staff/job-applications/';
const slugs = ['accounts-payable-associate-cl13', 'voice-support-associate-cl13'] as const;
const statuses: readonly ApplicationStatus[] = [
  'SUBMITTED',
  'IN_REVIEW',
  'SHORTLISTED',
  'NOT_SELECTED',
  'STARTED',
];

interface Row {
  id: string;
  number: string;
  name: string;
  job: { id: string; employerId: string; locationIds: string[] };
  /** The place that it was sent for. */
  locationId: string | null;
  status: ApplicationStatus;
  /** Null for a draft. */
  sentOn: string | null;
  startedAt: Date;
  missing: number | null;
  ownerId: string | null;
  isLate: boolean;
  isWaiting: boolean;
}

let staff: Visitor;
let staffId: string;
let rows: Row[];

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  rows = await insertRows();
});

/** Inserts 20 applications that differ in all that the filters and orders look at. */
async function insertRows(): Promise<Row[]> {
  const jobs = await Promise.all(slugs.map(loadJob));
  const users = await insertManyCandidates(test.db, 20, 4000);
  const made: Row[] = [];
  for (const [n, userId] of users.entries()) {
    const job = jobs[n % 2];
    if (!job) continue;
    const status = statuses[n % statuses.length] ?? 'SUBMITTED';
    const isDraft = status === 'STARTED';
    const dueInHours = isDraft ? null : (n % 7) * 3 - 6;
    const [id = ''] = await insertApplications(test.db, [{ userId, jobId: job.id, status, dueInHours }]);
    const sentOn = isDraft ? null : `2026-0${1 + (n % 3)}-1${n % 5}`;
    const startedAt = new Date(Date.UTC(2026, n % 4, 1 + n));
    const missing = isDraft || n % 6 === 5 ? null : n % 3;
    const ownerId = n % 4 === 0 ? staffId : null;
    // The last application of each job was sent for a place of the other one, which the job has lost.
    const place = n >= 18 ? jobs[1 - (n % 2)]?.locationIds[0] : n % 3 && job.locationIds.at(-1);
    const locationId = (!isDraft && place) || null;
    const { number } = await test.db
      .updateTable('jobApplication')
      .set({
        startedAt,
        ownerId,
        jobLocationId: locationId,
        ...(sentOn && { submittedAt: new Date(`${sentOn}T23:30:00+05:30`) }),
        ...(missing !== null && {
          candidateSnapshot: JSON.stringify(snapshotWith(missing)),
        }),
      })
      .where('id', '=', id)
      .returning('number')
      .executeTakeFirstOrThrow();
    const { firstName, lastName } = await test.db
      .selectFrom('appUser')
      .select(['firstName', 'lastName'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const isWaiting = ['SUBMITTED', 'IN_REVIEW'].includes(status);
    const isLate = isWaiting && (dueInHours ?? 1) <= 0;
    const name = `${firstName} ${lastName}`;
    made.push({
      id,
      number,
      name,
      job,
      locationId,
      status,
      sentOn,
      startedAt,
      missing,
      ownerId,
      isLate,
      isWaiting,
    });
  }
  return made;
}

/** Returns what a candidate sent who missed this many requirements. */
const snapshotWith = (missing: number) => ({
  values: noRegistrationValues,
  ...{ firstName: 'Asha', lastName: 'Verma', email: 'asha@example.com', phone: '+917010000000' },
  ...{ currentLocation: null, preferredLocations: [], answers: [], coverNote: null },
  ...{ portfolioSlug: null, resumeMediaId: null },
  eligibility: { met: [], missing: Array(missing).fill('Age'), unchecked: [] },
});

async function loadJob(slug: string): Promise<Row['job']> {
  const { id, employerId } = await requireJobBySlug(test.db, slug);
  const places = await test.db.selectFrom('jobJobLocation').selectAll().where('jobId', '=', id).execute();
  return { id, employerId, locationIds: places.map(({ jobLocationId }) => jobLocationId) };
}

type Filters = Record<string, string>;

/** The rule of each filter. */
function matches(row: Row, { status, search, ...filters }: Filters): boolean {
  const shown = status ? [status] : search ? statuses : queueStatuses;
  const rules: Record<string, (value: string) => boolean> = {
    job_id: (value) => row.job.id === value,
    employer_id: (value) => row.job.employerId === value,
    location_id: (value) =>
      row.locationId === null ? row.job.locationIds.includes(value) : row.locationId === value,
    owner: (value) => (value === 'none' ? !row.ownerId : row.ownerId === (value === 'me' ? staffId : value)),
    fit: (value) => row.missing !== null && row.missing < 1000 && (value === 'ALL') === (row.missing === 0),
    from: (value) => row.sentOn !== null && row.sentOn >= value,
    to: (value) => row.sentOn !== null && row.sentOn <= value,
    late: (value) => value === 'false' || (value === 'waiting' ? row.isWaiting : row.isLate),
    sort: () => true,
  };
  return (
    (shown as readonly string[]).includes(row.status) &&
    (!search || row.name.toLowerCase().startsWith(search)) &&
    Object.entries(filters).every(([name, value]) => rules[name]?.(value))
  );
}

const sentOf = ({ sentOn, startedAt }: Row) =>
  sentOn ? new Date(`${sentOn}T23:30:00+05:30`).getTime() : startedAt.getTime();
const byId = (one: Row, other: Row) => (one.id < other.id ? -1 : 1);
const byName = (one: Row, other: Row) =>
  one.name.toLowerCase() === other.name.toLowerCase()
    ? 0
    : one.name.toLowerCase() < other.name.toLowerCase()
      ? -1
      : 1;
const compare: Record<string, (one: Row, other: Row) => number> = {
  newest: (one, other) => sentOf(other) - sentOf(one) || byId(other, one),
  oldest: (one, other) => sentOf(one) - sentOf(other) || byId(one, other),
  fit: (one, other) =>
    (one.missing ?? 1000) - (other.missing ?? 1000) || sentOf(one) - sentOf(other) || byId(one, other),
  name: (one, other) => byName(one, other) || byId(one, other),
};

async function read(filters: Filters, limit = 100): Promise<{ ids: string[]; count: number }> {
  const ids: string[] = [];
  let next: string | null = `${list}?${new URLSearchParams({ ...filters, limit: String(limit) })}`;
  let count = 0;
  while (next) {
    const { status, body }: { status: number; body: { results: Row[]; next: string | null; count: number } } =
      await staff.call(`GET ${next}`);
    expect(status, next).toBe(200);
    ids.push(...body.results.map(({ id }) => id));
    ({ count, next } = body);
  }
  return { ids, count };
}

/** Each filter alone, some of them together, and searches inside filters. */
function filterSets(): Filters[] {
  const [first, second] = rows;
  if (!first || !second) return [];
  const owner = { owner: 'me' };
  return [
    {},
    ...statuses.map((status) => ({ status })),
    ...[{ job_id: first.job.id }, { employer_id: second.job.employerId }],
    ...first.job.locationIds.map((id) => ({ location_id: id })),
    ...[
      owner,
      { owner: staffId },
      { owner: 'none' },
      { fit: 'ALL' },
      { fit: 'SOME' },
      { late: 'true' },
      { late: 'waiting' },
    ],
    ...[{ from: '2026-02-01' }, { to: '2026-02-12' }, { from: '2026-02-10', to: '2026-02-12' }],
    ...[
      { ...owner, fit: 'ALL' },
      { job_id: first.job.id, from: '2026-02-01', status: 'IN_REVIEW' },
    ],
    ...[{ search: 'meera' }, { search: 'meera', ...owner }, { search: 'ravi', job_id: second.job.id }],
    ...[
      { search: 'asha', status: 'SUBMITTED' },
      { search: 'asha', late: 'true' },
    ],
    { search: 'kavya', employer_id: first.job.employerId, fit: 'SOME', to: '2026-03-31' },
  ];
}

describe('the filters', () => {
  it('[API-42] show exactly what they say in the table, on the board, in each order', async () => {
    let shown = 0;
    for (const [n, filters] of filterSets().entries()) {
      const expected = rows.filter((row) => matches(row, filters));
      shown += expected.length;
      const label = JSON.stringify(filters);
      const found = await read(filters);
      expect(found.ids.toSorted(), label).toEqual(expected.map(({ id }) => id).toSorted());
      expect(found.count, label).toBe(expected.length);
      // Each set of filters with one of the orders, in turn.
      const [sort = '', order] = Object.entries(compare)[n % 4] ?? [];
      const ids = expected.toSorted(order).map(({ id }) => id);
      expect((await read({ ...filters, sort })).ids, `${label} ${sort}`).toEqual(ids);
      if (!filters.status) expect(await readBoard(filters), label).toEqual(boardOf(expected));
    }
    expect(shown).toBeGreaterThan(100);
  });

  it('[API-42] offer the jobs that have applications, and the one that is selected', async () => {
    const { id: unused } = await requireJobBySlug(test.db, 'inside-sales-associate-cl13');
    const offered = async (selectedId?: string) =>
      (await listJobFilterNames(test.db, 'applications', selectedId)).map(([id]) => id);
    const used = [...new Set(rows.map(({ job }) => job.id))];
    expect((await offered()).toSorted()).toEqual(used.toSorted());
    expect((await offered(unused)).toSorted()).toEqual([...used, unused].toSorted());
  });

  it.each(Object.keys(queueSortLabels))(
    'of pages by %s list each application once, in one order',
    async (sort) => {
      for (const filters of [{ search: 'number4' }, { late: 'true' }] as Filters[]) {
        const whole = (await read({ ...filters, sort })).ids;
        expect(whole.length).toBeGreaterThan(2);
        for (const limit of [1, 3])
          expect((await read({ ...filters, sort }, limit)).ids, `${sort} ${limit}`).toEqual(whole);
      }
    },
  );

  it.each(Object.keys(queueSortLabels))(
    'by %s are those of the file, which has the same order',
    async (sort) => {
      const wire = { owner: 'none', search: 'number4', sort };
      const file = await createExport(test.db, staffId, 'applications', new URLSearchParams(wire));
      const [, ...lines] = parse(await new Response(file).text(), { bom: true }) as string[][];
      const numbers = new Map(rows.map(({ id, number }) => [id, number]));
      const { ids } = await read(wire);
      expect(lines.map(([number]) => number)).toEqual(ids.map((id) => numbers.get(id)));
    },
  );

  it('reject a cursor of another order and unknown values', async () => {
    const { body } = await staff.call(`GET ${list}?sort=name&limit=1`);
    const after = new URL(body.next, 'http://x').searchParams.get('after');
    expect((await staff.call(`GET ${list}?sort=fit&after=${after}`)).status).toBe(400);
    for (const wrong of ['sort=random', 'fit=MOST', 'owner=you', 'from=2026-02-30', 'location_id=pune'])
      expect((await staff.call(`GET ${list}?${wrong}`)).status, wrong).toBe(400);
  });

  async function readBoard(filters: Filters) {
    const { body } = await staff.call(`GET /api/v1/staff/board/?${new URLSearchParams(filters)}`);
    const columns = body.columns as { status: string; count: number; results: Row[] }[];
    return columns.map(({ status, count, results }) => [
      status,
      count,
      results.map(({ id }) => id).toSorted(),
    ]);
  }

  const boardOf = (expected: readonly Row[]) =>
    queueStatuses.map((status) => {
      const own = expected.filter((row) => row.status === status);
      return [status, own.length, own.map(({ id }) => id).toSorted()];
    });
});

describe('the owner', () => {
  const assign = (applicationIds: string[], ownerId: string | null) =>
    staff.call('POST /api/v1/staff/job-applications/assign/', {
      application_ids: applicationIds,
      owner_id: ownerId,
    });

  it('[API-42] [C-40] of several applications changes at once and is in the audit with both names', async () => {
    const ids = rows.slice(0, 3).map(({ id }) => id);
    // The first one is the caller's already.
    expect((await assign(ids, staffId)).body).toEqual({ changed: 2 });
    expect((await assign(ids, staffId)).body).toEqual({ changed: 0 });
    const { body } = await staff.call(`GET ${list}${ids[1]}/`);
    expect(body.owner).toEqual({ id: staffId, name: 'Asha Verma' });
    const { body: audit } = await staff.call(`GET /api/v1/staff/audit-events/?subject_id=${ids[1]}`);
    expect(audit.results).toMatchObject([
      { action: 'application.ASSIGN', details: { from: 'Nobody', to: 'Asha Verma' } },
    ]);
    expect((await assign(ids, null)).body).toEqual({ changed: 3 });
    const { body: after } = await staff.call(`GET ${list}${ids[1]}/`);
    expect([after.owner, after.owner_changes]).toMatchObject([
      null,
      [
        { from: null, to: 'Asha Verma', actor_name: 'Asha Verma' },
        { from: 'Asha Verma', to: null },
      ],
    ]);
  });

  it('must be a member of staff', async () => {
    const person = await signUpVerified(test);
    const userId = await requireUserId(test.db, person.e164);
    const { status, body } = await assign([rows[0]?.id ?? ''], userId);
    expect([status, Object.keys(body.field_errors)]).toEqual([400, ['owner_id']]);
  });

  it('[C-23] leaves the application when their account is deleted', async () => {
    const { id } = await signUpStaff(test);
    await assign([rows[0]?.id ?? ''], id);
    await test.db.deleteFrom('appUser').where('id', '=', id).execute();
    expect((await staff.call(`GET ${list}${rows[0]?.id}/`)).body.owner).toBeNull();
  });
});
