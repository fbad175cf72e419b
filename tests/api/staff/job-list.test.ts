import { beforeEach, expect, it } from 'vitest';
import { listJobOptions, requireStaffJob } from '#lib/server/staff/hiring/jobs/find-jobs.ts';
import { formatJobForm } from '#lib/server/staff/hiring/jobs/job-form-text.ts';
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
const path = '/api/v1/staff/jobs/';
let staff: Visitor;
let jobId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  ({ id: jobId } = await requireJobBySlug(test.db, 'inside-sales-associate-cl13'));
});

interface Card {
  id: string;
  employer_name: string;
  cities: string[];
  filled: number;
}
const list = async (query: string): Promise<Card[]> =>
  (await staff.call(`GET ${path}?limit=100&${query}`)).body.results;

it('[API-41] staff find jobs by employer and by city, each with its cities and how many have joined', async () => {
  const [first = '', second = ''] = await insertManyCandidates(test.db, 2);
  await insertApplications(test.db, [
    { userId: first, jobId, status: 'HIRED' },
    { userId: second, jobId, status: 'SHORTLISTED' },
  ]);
  const { values } = await requireStaffJob(test.db, jobId);
  const { employers, locations } = await listJobOptions(test.db);
  const employer = employers.find(({ id }) => id === values.employerId);
  const place = locations.find(({ id }) => id === values.locations[0]?.id);
  const all = await list('');
  const ofEmployer = await list(`employer_id=${employer?.id}`);
  expect(ofEmployer.length).toBeLessThan(all.length);
  expect(new Set(ofEmployer.map(({ employer_name }) => employer_name))).toEqual(new Set([employer?.name]));
  const ofCity = await list(`location_id=${place?.id}`);
  expect(ofCity.map(({ id }) => id)).toEqual(
    all.filter(({ cities }) => cities.includes(place?.city ?? '')).map(({ id }) => id),
  );
  expect(ofCity.find(({ id }) => id === jobId)).toMatchObject({ filled: 1 });
  expect((await staff.call(`GET ${path}?employer_id=x`)).status).toBe(400);
});

it('[API-41] the form of a job groups pay in rupees as people in India write it', async () => {
  const job = await requireStaffJob(test.db, jobId);
  const options = await listJobOptions(test.db);
  const withPay = (salaryCurrency: string) => ({
    values: { ...job.values, salaryMin: 350_000, salaryMax: 1_250_000, salaryCurrency },
  });
  expect(formatJobForm(withPay('INR'), options)).toMatchObject({
    salaryMin: '3,50,000',
    salaryMax: '12,50,000',
  });
  expect(formatJobForm(withPay('USD'), options)).toMatchObject({ salaryMin: '350000', salaryMax: '1250000' });
});
