import { beforeEach, describe, expect, it } from 'vitest';
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

const form = { key: 'form', title: 'Form', kind: 'FORM' };
const review = { key: 'review', title: 'Review', kind: 'REVIEW' };
const interview = { key: 'interview', title: 'Interview', kind: 'INTERVIEW' };
const training = { key: 'training', title: 'Training', kind: 'TRAINING' };
const offer = { key: 'offer', title: 'Offer', kind: 'OFFER' };

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  ({ id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13'));
});

async function withStages(...stages: object[]): Promise<void> {
  const values = { stages: JSON.stringify(stages), training: null };
  await test.db.updateTable('job').set(values).where('id', '=', jobId).execute();
}
async function addAt(
  status: 'SUBMITTED' | 'IN_REVIEW' | 'TRAINING' | 'WITHDRAWN',
  stageKey: string,
): Promise<string> {
  const [userId = ''] = await insertManyCandidates(test.db, 1);
  const [id = ''] = await insertApplications(test.db, [{ userId, jobId, status, stageKey }]);
  return id;
}
const edit = (...stages: object[]) => staff.call(`PATCH /api/v1/staff/jobs/${jobId}/update/`, { stages });
const move = async (id: string, action: string) =>
  (await staff.call('POST /api/v1/staff/job-applications/move/', { application_ids: [id], action })).body
    .results[0];

describe('[API-42] editing the stages of a job with open applications', () => {
  it('applications continue at a review stage that was inserted after the form', async () => {
    await withStages(form, interview, offer);
    const id = await addAt('SUBMITTED', 'form');
    expect((await edit(form, review, interview, offer)).status).toBe(200);
    for (const action of ['START_REVIEW', 'SHORTLIST', 'MOVE_TO_INTERVIEW'])
      expect(await move(id, action), action).toMatchObject({ ok: true });
  });

  it('the type of a stage and the stages that applications have reached cannot change', async () => {
    await withStages(form, review, interview, training, offer);
    const id = await addAt('TRAINING', 'training');
    for (const stages of [
      [form, review, training, interview, offer],
      [form, review, interview, { ...training, kind: 'INTERVIEW' }, offer],
      [form, review, interview, offer],
    ]) {
      const { status, body } = await edit(...stages);
      expect([status, body.error_code, Object.keys(body.field_errors)]).toEqual([
        400,
        'VALIDATION_FAILED',
        ['stages'],
      ]);
      expect(body.error).toMatch(/^Applications (have come as far as “Training”|are under way): .+\.$/);
    }
    const renamed = { ...interview, title: 'A talk' };
    expect((await edit(form, review, renamed, training, { ...review, key: 'again' }, offer)).status).toBe(
      200,
    );
    expect(await move(id, 'START_REVIEW')).toMatchObject({
      ok: false,
      error: { message: 'The training is not completed yet.' },
    });
  });

  it('every stage can change when no application is open', async () => {
    await withStages(form, review, offer);
    await addAt('WITHDRAWN', 'review');
    expect((await edit(form, { ...review, kind: 'INTERVIEW' }, training, offer)).status).toBe(200);
  });
});
