import { beforeEach, describe, expect, it } from 'vitest';
import { handleApplicationForm } from '#lib/server/staff/hiring/applications/application-forms.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { applications, insertSlot } from '../../support/hiring/candidates.ts';
import { insertInterviewees, type SignedInCandidate } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { postStaffForm, signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
let staff: Visitor;
let person: SignedInCandidate;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
});

const card = {
  interviewer_name: 'Vikram Rao',
  criteria: [{ key: 'clarity', label: 'Speaks clearly', score: 4, note: 'Good pace' }],
  recommendation: 'YES',
  summary: 'Would hire.',
};
const path = (id: string) => `/api/v1/staff/job-applications/${id}/scorecards/`;
const create = (more: object = {}) => staff.call(`POST ${path(person.id)}create/`, { ...card, ...more });
const list = async () => (await staff.call(`GET ${path(person.id)}`)).body.results;

/** Books the interview and waits until it has begun. */
async function hold(): Promise<void> {
  const slotId = await insertSlot(test.db, slug, { inMinutes: 300 });
  await person.visitor.call(`POST ${applications}${person.id}/reschedule-interview/`, { slot_id: slotId });
  await travel(test.db, 301 * 60);
}

describe('[API-43] a scorecard', () => {
  it('is recorded once the interview has begun, one per interviewer', async () => {
    expect((await create()).status).toBe(409);
    await hold();
    expect((await create()).body).toMatchObject({ ...card, version: 0, revisions: [] });
    const again = await create({ interviewer_name: 'vikram rao' });
    expect([again.status, Object.keys(again.body.field_errors)]).toEqual([400, ['interviewer_name']]);
    expect((await create({ interviewer_name: 'Leela Menon', recommendation: 'NO' })).status).toBe(200);
    expect(await list()).toHaveLength(2);
  });

  it.each([
    [{ criteria: [] }],
    [{ criteria: [{ key: 'clarity', label: 'Clarity', score: 6, note: null }] }],
    [{ recommendation: 'MAYBE' }],
    [{ summary: ' ' }],
  ])('is rejected with %o', async (more) => {
    await hold();
    expect((await create(more)).status).toBe(400);
  });

  it('keeps its earlier versions, and a change of an old one is rejected', async () => {
    await hold();
    const { id } = (await create()).body;
    const update = (version: number, recommendation: string) =>
      staff.call(`PATCH /api/v1/staff/scorecards/${id}/update/`, { ...card, recommendation, version });
    expect((await update(0, 'STRONG_YES')).body).toMatchObject({ version: 1, recommendation: 'STRONG_YES' });
    expect((await update(0, 'NO')).status).toBe(409);
    expect((await update(1, 'NO')).status).toBe(200);
    const [{ revisions }] = await list();
    expect(revisions.map((one: { recommendation: string }) => one.recommendation)).toEqual([
      'STRONG_YES',
      'YES',
    ]);
  });

  it('has a changed score with the earlier one in the audit, and of words only that they changed', async () => {
    await hold();
    const { id } = (await create()).body;
    const criteria = [{ ...card.criteria[0], score: 2, note: 'Too fast' }];
    await staff.call(`PATCH /api/v1/staff/scorecards/${id}/update/`, { ...card, criteria, version: 0 });
    const { body } = await staff.call(`GET /api/v1/staff/audit-events/?subject_id=${person.id}`);
    expect(body.results[0]).toMatchObject({
      action: 'scorecard.UPDATE',
      details: { from: { scores: 'Speaks clearly 4' }, to: { scores: 'Speaks clearly 2' }, notes: 'changed' },
    });
  });

  it('is private to staff', async () => {
    await hold();
    await create();
    expect((await person.visitor.call(`GET ${path(person.id)}`)).status).toBe(404);
    const own = await person.visitor.call(`GET ${applications}${person.id}/`);
    expect(JSON.stringify(own.body)).not.toContain('Would hire');
  });

  it('is recorded by the form of the application', async () => {
    await hold();
    const fields = {
      form: 'scorecard',
      interviewerName: 'Vikram Rao',
      criterion: ['clarity', 'listening'],
      'label-clarity': 'Speaks clearly',
      'score-clarity': '5',
      'note-clarity': '',
      'label-listening': 'Listens',
      'score-listening': '',
      'note-listening': '',
      recommendation: 'YES',
      summary: 'Good.',
    };
    const page = postStaffForm(test, staff, `/staff/applications/${person.id}/`, fields);
    expect((await handleApplicationForm(test.api, page, person.id)).done, 'names the open interview').toBe(
      'scored-scheduled',
    );
    expect((await list())[0].criteria).toEqual([
      { key: 'clarity', label: 'Speaks clearly', score: 5, note: null },
    ]);
  });
});
