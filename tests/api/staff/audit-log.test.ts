import { beforeEach, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: Visitor;
let jobId: string;
let applicationId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  ({ id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13'));
  const [userId = ''] = await insertManyCandidates(test.db, 1, 1);
  [applicationId = ''] = await insertApplications(test.db, [{ userId, jobId }]);
});

it('a rejected call writes no audit event', async () => {
  const rejected = await staff.call('POST /api/v1/staff/job-applications/move/', {
    application_ids: [applicationId],
    action: 'HIRE',
  });
  expect(rejected.body).toMatchObject({ moved: 0, results: [{ ok: false }] });
  expect((await staff.call(`POST /api/v1/staff/jobs/${jobId}/move/`, { action: 'OPEN' })).status).toBe(409);
  expect(
    await test.db.selectFrom('auditEvent').select('id').where('action', '!=', 'role.GRANT').execute(),
  ).toEqual([]);
});

it('the audit log is paged by keyset and filtered by subject', async () => {
  for (const text of ['one', 'two', 'three'])
    await staff.call(`POST /api/v1/staff/job-applications/${applicationId}/note/`, { text });
  const seen: string[] = [];
  let next: string | null = `/api/v1/staff/audit-events/?limit=1&subject_id=${applicationId}`;
  while (next) {
    const { body }: { body: { results: { id: string; subject: string }[]; next: string | null } } =
      await staff.call(`GET ${next}`);
    expect(body.results[0]?.subject).toMatch(/^MS-/);
    seen.push(...body.results.map(({ id }) => id));
    next = body.next;
  }
  expect(new Set(seen).size).toBe(3);
  expect(seen).toHaveLength(3);
});
