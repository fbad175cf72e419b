import { expect, it } from 'vitest';
import { listShareable } from '#lib/server/staff/hiring/employer-links/find-employer-links.ts';
import { useTestApi } from '../../support/api.ts';
import { insertSnapshot } from '../../support/hiring/employer-links.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { insertApplications, insertManyCandidates, requireJobBySlug } from '../../support/hiring/staff.ts';

const test = useTestApi();

it('[API-42] a new link is offered for candidates who are under way, and for nobody who was hired', async () => {
  await restoreJobs(test.db);
  const { id: jobId } = await requireJobBySlug(test.db, 'inside-sales-associate-cl13');
  const [first = '', second = ''] = await insertManyCandidates(test.db, 2);
  const ids = await insertApplications(test.db, [
    { userId: first, jobId, status: 'SHORTLISTED' },
    { userId: second, jobId, status: 'HIRED' },
  ]);
  for (const id of ids) await insertSnapshot(test.db, id);
  expect((await listShareable(test.db, jobId)).map(({ id }) => id)).toEqual([ids[0]]);
});
