import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createExport, type ExportKind } from '#lib/server/staff/export.ts';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';

/** A stored time that no file can show hides its own row only: the row is a line with its reference and id. */

const test = useTestApi();
const slug = 'voice-support-associate-cl13';
let staffId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ id: staffId } = await signUpStaff(test));
});

async function exported(kind: ExportKind): Promise<string[][]> {
  const file = await createExport(test.db, staffId, kind, new URLSearchParams());
  // The parser rejects a line that has not as many cells as the header.
  return parse(await new Response(file).text(), { bom: true });
}

const messageOf = (id: string | undefined) => `This entry cannot be shown (${id})`;

it('[C-29] the file of applications has a line for one whose time cannot be shown, and all others', async () => {
  const { id: jobId } = await requireJobBySlug(test.db, slug);
  const users = await insertManyCandidates(test.db, 2);
  const ids = await insertApplications(
    test.db,
    users.map((userId) => ({ userId, jobId })),
  );
  const [bad, good] = ids;
  await sql`update job_application set reply_due_at = 'infinity' where id = ${bad}`.execute(test.db);
  const numbers = await test.db.selectFrom('jobApplication').select(['id', 'number']).execute();
  const numberOf = (id: string | undefined) => numbers.find((one) => one.id === id)?.number;
  const [, ...lines] = await exported('applications');
  expect(lines).toHaveLength(2);
  expect(lines.find(([number]) => number === numberOf(good))).toContain('Submitted');
  expect(lines.find(([number]) => number === numberOf(bad))?.filter(Boolean)).toEqual([
    numberOf(bad),
    messageOf(bad),
  ]);
});

it('[C-29] the file of candidates has a line for one whose time cannot be shown, and all others', async () => {
  const [bad] = await insertManyCandidates(test.db, 2);
  await sql`update candidate_registration set updated_at = 'infinity' where user_id = ${bad}`.execute(
    test.db,
  );
  const [, ...lines] = await exported('candidates');
  expect(lines).toHaveLength(2);
  expect(lines.filter(([, text]) => text === messageOf(bad))).toHaveLength(1);
});

it('[C-29] the file of jobs has a line for one whose time cannot be shown, and all others', async () => {
  const { id: bad } = await requireJobBySlug(test.db, slug);
  const { length } = await test.db.selectFrom('job').select('id').execute();
  await sql`update job set posted_at = 'infinity' where id = ${bad}`.execute(test.db);
  const [, ...lines] = await exported('jobs');
  expect(lines).toHaveLength(length);
  expect(lines.filter(([, text]) => text === messageOf(bad))).toHaveLength(1);
});
