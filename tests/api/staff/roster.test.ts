import { beforeEach, expect, it } from 'vitest';
import { listRoster } from '#lib/server/staff/hiring/appointments/roster.ts';
import { useTestApi } from '../../support/api.ts';
import { applications, insertBatch } from '../../support/hiring/candidates.ts';
import { insertTrainees } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';

beforeEach(() => restoreJobs(test.db));

it('[API-42] a roster lists who has a seat in the batch, and nobody who gave it up', async () => {
  const batch = await insertBatch(test.db, slug, { capacity: 3 });
  const [first, second] = await insertTrainees(test, slug, 2, batch);
  await insertBatch(test.db, slug);
  expect(await listRoster(test.db, batch)).toMatchObject([
    { applicationId: first?.id, name: 'Asha', phone: '+919800000000', status: 'SCHEDULED' },
    { applicationId: second?.id },
  ]);
  await second?.visitor.call(`POST ${applications}${second.id}/withdraw/`, {});
  expect((await listRoster(test.db, batch)).map(({ applicationId }) => applicationId)).toEqual([first?.id]);
});
