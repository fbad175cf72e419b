import { describe, expect, it } from 'vitest';
import { loadShortlistPage } from '#lib/server/hiring/employer-links/shortlist-page.ts';
import { handleQueueForm } from '#lib/server/staff/hiring/applications/application-forms.ts';
import { listShareable } from '#lib/server/staff/hiring/employer-links/list-shareable.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { insertResume, insertSnapshot, shareBody } from '../../support/hiring/employer-links.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  postStaffForm,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';

const test = useTestApi();

/** Two applications for a job that can be shared, one that has ended, and one for another job. */
async function insertFour() {
  await restoreJobs(test.db);
  const job = await requireJobBySlug(test.db, 'inside-sales-associate-cl13');
  const other = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
  const [first = '', second = '', third = '', fourth = ''] = await insertManyCandidates(test.db, 4);
  const ids = await insertApplications(test.db, [
    { userId: first, jobId: job.id, status: 'SHORTLISTED' },
    { userId: second, jobId: job.id, status: 'IN_REVIEW' },
    { userId: third, jobId: job.id, status: 'HIRED' },
    { userId: fourth, jobId: other.id, status: 'SHORTLISTED' },
  ]);
  for (const id of ids) await insertSnapshot(test.db, id);
  const [shortlisted = '', inReview = '', hired = '', ofOther = ''] = ids;
  return { jobId: job.id, shortlisted, inReview, hired, ofOther };
}

describe('[API-42] candidates of a new link', () => {
  it('are under way, the chosen ones first, each with what the employer sees', async () => {
    const { jobId, shortlisted, inReview } = await insertFour();
    const resumeMediaId = await insertResume(test.db, inReview, 'meera.pdf');
    await test.db.updateTable('jobApplication').set({ resumeMediaId }).where('id', '=', inReview).execute();
    expect(await listShareable(test.db, jobId)).toMatchObject([
      { id: shortlisted, hasResume: false, hasPortfolio: false, scorecards: 0 },
      { id: inReview, hasResume: true },
    ]);
    const chosen = await listShareable(test.db, jobId, [inReview, 'no-id']);
    expect(chosen.map(({ id }) => id)).toEqual([inReview, shortlisted]);
  });

  it('come from the list of applications, all of one job', async () => {
    const { visitor: staff } = await signUpStaff(test);
    const { jobId, shortlisted, inReview, hired, ofOther } = await insertFour();
    const share = (id: string[]) =>
      handleQueueForm(test.api, postStaffForm(test, staff, '/staff/applications/', { action: 'SHARE', id }));
    expect((await share([inReview, shortlisted])).goTo).toBe(
      `/staff/jobs/${jobId}/employer-links/?application=${inReview}&application=${shortlisted}`,
    );
    await test.db
      .updateTable('jobApplication')
      .set({ status: 'NOT_SELECTED' })
      .where('id', '=', hired)
      .execute();
    for (const [id, message] of [
      [[inReview, ofOther], /^A link is for one job\. Choose applications of one of these: .+\), .+\)$/],
      [[inReview, hired], /^MS-\d\d-\d+ cannot be shared: not sent yet, or ended\./],
      [['no-id'], /^Choose at least one application$/],
    ] as const) {
      const { goTo, errors } = await share([...id]);
      expect([goTo, errors?.status]).toEqual([undefined, 400]);
      expect(errors?.fields.action ?? errors?.message).toMatch(message);
    }
  });
});

it('[API-42] a link counts visits, and not each time that its page loads', async () => {
  const { visitor: staff } = await signUpStaff(test);
  const { jobId, shortlisted } = await insertFour();
  const path = `/api/v1/staff/jobs/${jobId}/employer-links/`;
  const { body } = await staff.call(`POST ${path}create/`, shareBody([shortlisted]));
  const key = new URL(body.url).pathname.split('/')[2] ?? '';
  const counts = [];
  for (const minutes of [0, 0, 29, 29, 31]) {
    await travel(test.db, minutes * 60);
    await loadShortlistPage(test, { request: new Request(body.url) }, key);
    const [link] = (await staff.call(`GET ${path}`)).body.results;
    counts.push(link.opened_count);
    expect(link.last_opened_at).toEqual(expect.any(String));
  }
  expect(counts).toEqual([1, 1, 1, 1, 2]);
});
