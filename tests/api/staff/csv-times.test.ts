import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { csvTime } from '#lib/server/core/csv-format.ts';
import { createExport, type ExportKind, exports } from '#lib/server/staff/export.ts';
import { useTestApi } from '../../support/api.ts';
import { insertLearner, requireOpenBatch, reserve } from '../../support/enrolment/learners.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import { requestCall } from '../../support/leads/requests.ts';

const test = useTestApi();
let staffId: string;

beforeEach(async () => {
  ({ id: staffId } = await signUpStaff(test));
});

async function rowsOf(kind: ExportKind): Promise<string[][]> {
  const stream = await createExport(test.db, staffId, kind, new URLSearchParams());
  return parse(await new Response(stream).text(), { bom: true });
}

it('[APP-13] an instant is Indian time as spreadsheets read it, over midnight and the end of a year', () => {
  expect(csvTime('2026-11-20T09:35:55.768Z')).toBe('2026-11-20 15:05');
  expect(csvTime(new Date('2026-12-31T18:30:00Z'))).toBe('2027-01-01 00:00');
  expect([csvTime(null), csvTime(undefined)]).toEqual([null, null]);
});

it('[APP-13] every column of a time says the zone in its name, in every export', async () => {
  for (const kind of Object.keys(exports) as ExportKind[]) {
    const [header = []] = await rowsOf(kind);
    expect([kind, header.filter((name) => name.endsWith('_at'))]).toEqual([kind, []]);
  }
});

it('[APP-13] the files have no time in another form', async () => {
  await restoreJobs(test.db);
  const { id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
  const [userId = ''] = await insertManyCandidates(test.db, 1);
  await insertApplications(test.db, [{ userId, jobId }]);
  await sql`update job_application set submitted_at = '2026-11-20T20:35:55.768Z'`.execute(test.db);
  await requestCall(test);
  await reserve(await insertLearner(test), await requireOpenBatch(test.db));
  for (const kind of ['applications', 'candidates', 'leads', 'enrolments'] as const) {
    const [header = [], ...rows] = await rowsOf(kind);
    const times = header.flatMap((name, column) =>
      name.endsWith('_ist') ? rows.flatMap((row) => row[column] || []) : [],
    );
    expect([kind, times.length > 0]).toEqual([kind, true]);
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect(rows.flat().join('\n')).not.toMatch(/\d{4}-\d\d-\d\dT\d\d/);
  }
  expect((await rowsOf('applications')).flat()).toContain('2026-11-21 02:05');
});
