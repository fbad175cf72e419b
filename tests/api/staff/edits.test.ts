import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { findDoneMessage } from '#layouts/parts/staff/done-messages.ts';
import { formatBatch, handleBatchForm } from '#lib/server/staff/hiring/appointments/batch-form.ts';
import { requireBatch } from '#lib/server/staff/hiring/appointments/find-appointments.ts';
import { listJobOptions, requireStaffJob } from '#lib/server/staff/hiring/jobs/find-jobs.ts';
import { handleJobForm } from '#lib/server/staff/hiring/jobs/job-form.ts';
import { formatJobForm, parseRowTexts } from '#lib/server/staff/hiring/jobs/job-form-text.ts';
import { serializeFormText } from '#lib/server/staff/merge-form.ts';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertManyCandidates,
  postStaffForm,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import { createBatchBody, hoursFromNow } from '../../support/hiring/staff-appointments.ts';
import type { Visitor } from '../../support/visitor.ts';

/** Two members of staff who edit the same record, and a deadline that passes in between. */

const test = useTestApi();
let staff: Visitor;
let jobId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  ({ id: jobId } = await requireJobBySlug(test.db, 'accounts-payable-associate-cl13'));
});

const patch = (body: object) => staff.call(`PATCH /api/v1/staff/jobs/${jobId}/update/`, body);
const move = (action: string) => staff.call(`POST /api/v1/staff/jobs/${jobId}/move/`, { action });
const status = async () => (await staff.call(`GET /api/v1/staff/jobs/${jobId}/`)).body.status as string;

const audited = async (action: string) =>
  (
    await test.db
      .selectFrom('auditEvent')
      .select('details')
      .where('action', '=', action)
      .orderBy('id')
      .execute()
  ).map(({ details }) => details);

const letItPass = () =>
  test.db
    .updateTable('job')
    .set({ applyBy: sql<Date>`now() - interval '1 minute'` })
    .where('id', '=', jobId)
    .execute();

describe('[API-41] a job whose last day has passed', () => {
  it('stays closed when its last day changes, and is reopened by a step with an audit event', async () => {
    await letItPass();
    expect(await status()).toBe('CLOSED');
    expect((await patch({ apply_by: hoursFromNow(48) })).status).toBe(200);
    expect(await status()).toBe('CLOSED');
    expect((await move('REOPEN')).body.status).toBe('OPEN');
    expect(await audited('job.REOPEN')).toMatchObject([{ from: 'CLOSED', to: 'OPEN' }]);
    const row = await test.db.selectFrom('job').select('closedAt').where('id', '=', jobId).executeTakeFirst();
    expect(row?.closedAt).toBeNull();
  });

  it('is not reopened without a new last day', async () => {
    await letItPass();
    const { status: code, body } = await move('REOPEN');
    expect([code, body.error]).toEqual([409, 'Set a last day to apply that is still to come.']);
  });

  it('cannot result from an edit', async () => {
    const { status: code, body } = await patch({ apply_by: hoursFromNow(-1) });
    expect([code, Object.keys(body.field_errors)]).toEqual([400, ['apply_by']]);
    expect(await status()).toBe('OPEN');
  });
});

const question = { key: 'shift', label: 'Which shift?', kind: 'CHOICE', required: true };
const rule = { key: 'experience', label: 'Experience', rule: 'One to three years' };
it.each([
  [
    'a key twice',
    'questions',
    [
      { ...question, kind: 'TEXT' },
      { ...question, kind: 'YES_NO' },
    ],
  ],
  ['a choice of one', 'questions.0.options', [{ ...question, options: ['Day'] }]],
  ['a rule twice', 'eligibility', [rule, rule]],
  [
    'more than the most',
    'eligibility.0.check.at_most_months',
    [{ ...rule, check: { kind: 'EXPERIENCE', at_least_months: 36, at_most_months: 3 } }],
  ],
])('[API-41] a job cannot contain %s', async (_, field, value) => {
  const { status: code, body } = await patch({ [field.split('.')[0] ?? '']: value });
  expect([code, Object.keys(body.field_errors)]).toEqual([400, [field]]);
});

it('[API-41] the address of a job cannot change after it was published', async () => {
  const { status: code, body } = await patch({ slug: 'elsewhere' });
  expect([code, Object.keys(body.field_errors)]).toEqual([400, ['slug']]);
  await test.db.updateTable('job').set({ status: 'DRAFT' }).where('id', '=', jobId).execute();
  expect((await patch({ slug: 'elsewhere' })).status).toBe(200);
});

describe('[C-39] an edit of a job', () => {
  it('is rejected with the current job when another person has changed it', async () => {
    const { version } = (await staff.call(`GET /api/v1/staff/jobs/${jobId}/`)).body;
    expect((await patch({ salary_max: 900_000, version })).body.version).toBe(version + 1);
    const { status: code, body } = await patch({ shift: 'Nights', version });
    expect([code, body.error_code]).toEqual([409, 'STALE_WRITE']);
    expect(body.current).toMatchObject({ version: version + 1, values: { salary_max: 900_000 } });
    expect((await patch({ shift: 'Nights', version: version + 1 })).status).toBe(200);
  });

  it('records only the fields it changed, from what to what', async () => {
    const { values } = (await staff.call(`GET /api/v1/staff/jobs/${jobId}/`)).body;
    const [place] = values.locations;
    await patch({ ...values, locations: [{ ...place, openings: place.openings + 1 }] });
    await patch({ title: values.title, stages: values.stages });
    await patch({
      stages: [...values.stages.slice(0, -1), { ...values.stages.at(-1), title: 'Final offer' }],
    });
    const [first, second] = await audited('job.UPDATE');
    const { openings } = place;
    expect(first).toEqual({
      from: { locations: `Bengaluru, Karnataka: ${openings}` },
      to: { locations: `Bengaluru, Karnataka: ${openings + 1}` },
    });
    expect(second).toMatchObject({
      from: { stages: expect.not.stringContaining('Final offer') },
      to: { stages: expect.stringContaining('Final offer') },
    });
  });
});

const post = (path: string, fields: Record<string, string>) => postStaffForm(test, staff, path, fields);

/** The fields of a form as a browser sends them: the rows of a list are fields of their own. */
function withRowFields(fields: Record<string, string>): Record<string, string> {
  const rows = Object.entries(parseRowTexts(fields)).flatMap(([list, all]) =>
    all.flatMap((row, index) =>
      Object.entries(row).map(([column, value]) => [`${list}.${index}.${column}`, value]),
    ),
  );
  return { ...fields, ...Object.fromEntries(rows) };
}

describe('the form of a job', () => {
  async function openForm() {
    const choices = await listJobOptions(test.db);
    const job = await requireStaffJob(test.db, jobId);
    const text = formatJobForm(job, choices);
    const press = async (changes: Partial<typeof text>) => {
      const all = { ...text, ...changes, before: serializeFormText(text), version: String(job.version) };
      return handleJobForm(test.api, post(`/staff/jobs/${jobId}/`, withRowFields(all)), jobId, choices);
    };
    return { text, press };
  }

  it('sends only the changed field; the last day keeps its hour', async () => {
    const { applyBy } = await requireJobBySlug(test.db, 'accounts-payable-associate-cl13');
    const { press } = await openForm();
    expect((await press({ shift: 'Nights' })).errors).toBeNull();
    expect(await audited('job.UPDATE')).toMatchObject([{ to: { shift: 'Nights' } }]);
    expect((await requireJobBySlug(test.db, 'accounts-payable-associate-cl13')).applyBy).toEqual(applyBy);
  });

  it('understands pay as people write it', async () => {
    const { press } = await openForm();
    expect((await press({ salaryMin: '3.5 lakh', salaryMax: '₹9,10,000' })).errors).toBeNull();
    const row = await requireJobBySlug(test.db, 'accounts-payable-associate-cl13');
    expect(row).toMatchObject({ salaryMin: 350_000, salaryMax: 910_000 });
    expect((await press({ salaryMin: 'three' })).errors?.fields).toHaveProperty('salaryMin');
  });

  it('shows another person’s value next to the typed one after a conflict, and overwrites nothing', async () => {
    const { press } = await openForm();
    await patch({ salary_max: 910_000, summary: 'Theirs.' });
    const { errors, text, href } = await press({ shift: 'Nights', summary: 'Mine.' });
    expect([href ?? null, errors?.status]).toEqual([null, 409]);
    expect(text).toMatchObject({ salaryMax: '9,10,000', shift: 'Nights', summary: 'Mine.' });
    expect(errors?.fields).toEqual({ summary: expect.stringContaining('Theirs.') });
    const row = await requireJobBySlug(test.db, 'accounts-payable-associate-cl13');
    expect(row).toMatchObject({ salaryMax: 910_000, summary: 'Theirs.' });
  });
});

describe('[API-41] the rows of a job’s form', () => {
  async function openForm() {
    const choices = await listJobOptions(test.db);
    const job = await requireStaffJob(test.db, jobId);
    const text = formatJobForm(job, choices);
    const base = { before: serializeFormText(text), version: String(job.version) };
    const press = (fields: Record<string, string>) => {
      const all = { ...withRowFields({ ...text, ...base }), ...fields };
      return handleJobForm(test.api, post(`/staff/jobs/${jobId}/`, all), jobId, choices);
    };
    return { job, press, rules: job.values.eligibility.length };
  }

  it('save a new rule and question, and keep the keys of the others', async () => {
    const { job, press, rules } = await openForm();
    const { errors } = await press({
      [`eligibility.${rules}.label`]: 'Experience',
      [`eligibility.${rules}.rule`]: 'One to three years in accounts',
      [`eligibility.${rules}.kind`]: 'EXPERIENCE',
      [`eligibility.${rules}.atLeastMonths`]: '12',
      [`eligibility.${rules}.atMostMonths`]: '36',
      'questions.90.kind': 'CHOICE',
      'questions.90.label': 'Day or night = which?',
      'questions.90.options': 'Day; early\r\nNight',
    });
    expect(errors).toBeNull();
    const { eligibility, questions } = (await requireStaffJob(test.db, jobId)).values;
    expect(eligibility.slice(0, -1)).toEqual(job.values.eligibility);
    expect(eligibility.at(-1)?.check).toEqual({ kind: 'EXPERIENCE', atLeastMonths: 12, atMostMonths: 36 });
    expect(questions.at(-1)).toMatchObject({ key: 'day-or-night-which', options: ['Day; early', 'Night'] });
  });

  it('show an error at the field of its row', async () => {
    const { press, rules } = await openForm();
    const { errors } = await press({
      [`eligibility.${rules + 1}.label`]: 'Experience',
      [`eligibility.${rules + 1}.rule`]: 'Three years',
      [`eligibility.${rules + 1}.kind`]: 'EXPERIENCE',
      [`eligibility.${rules + 1}.atLeastMonths`]: 'many',
    });
    expect(Object.keys(errors?.fields ?? {})).toEqual([`eligibility.${rules}.atLeastMonths`]);
  });

  it('come back with one more row without a script, and nothing is saved', async () => {
    const { job, press } = await openForm();
    const { text, errors, base } = await press({ row: 'stages:add', shift: 'Nights' });
    expect(errors).toBeNull();
    expect(parseRowTexts(text ?? {}).stages).toHaveLength(job.values.stages.length + 1);
    expect([text?.shift, base?.version]).toEqual(['Nights', String(job.version)]);
    expect((await requireStaffJob(test.db, jobId)).version).toBe(job.version);
  });
});

describe('the form of a job that was rejected for an error', () => {
  it('keeps its initial version, and overwrites nothing when it is sent again', async () => {
    const choices = await listJobOptions(test.db);
    const job = await requireStaffJob(test.db, jobId);
    const text = formatJobForm(job, choices);
    const press = async (fields: Record<string, string>) =>
      handleJobForm(test.api, post(`/staff/jobs/${jobId}/`, withRowFields(fields)), jobId, choices);
    await patch({ summary: 'Theirs.' });
    const base = { before: serializeFormText(text), version: String(job.version) };
    const first = await press({ ...text, ...base, shift: '' });
    expect([first.errors?.status, first.base]).toEqual([400, base]);
    const again = await press({ ...text, ...first.base, shift: 'Nights' });
    expect(again.errors?.status).toBe(409);
    expect((await requireJobBySlug(test.db, 'accounts-payable-associate-cl13')).summary).toBe('Theirs.');
  });
});

it('[API-41] the page of a job says what was done after it is closed and opened again', async () => {
  const choices = await listJobOptions(test.db);
  for (const [action, text] of [
    ['CLOSE', 'Closed. Candidates can no longer apply.'],
    ['REOPEN', 'Open again. Candidates can apply.'],
  ] as const) {
    const press = (fields: Record<string, string>) =>
      handleJobForm(test.api, post(`/staff/jobs/${jobId}/`, { action, ...fields }), jobId, choices);
    const { preview, ...moved } = await press({});
    const confirmed = preview && { drafts: String(preview.drafts), confirmed: preview.messages.fingerprint };
    const { href } = confirmed ? await press(confirmed) : moved;
    const { searchParams } = new URL(href ?? '', test.config.siteOrigin);
    expect(findDoneMessage(searchParams, 'Asia/Kolkata')).toBe(text);
  }
});

describe('the page of a batch', () => {
  async function plan() {
    const { body } = await staff.call('POST /api/v1/staff/batches/create/', createBatchBody(jobId));
    return body.id as string;
  }

  it('saves only the changed fields and keeps another person’s changes', async () => {
    const id = await plan();
    const before = formatBatch(await requireBatch(test.db, id));
    await staff.call(`PATCH /api/v1/staff/batches/${id}/update/`, { capacity: 25 });
    const press = async (changes: Record<string, string>) =>
      handleBatchForm(
        test.api,
        post(`/staff/batches/${id}/`, { ...before, ...changes, before: serializeFormText(before) }),
        await requireBatch(test.db, id),
      );
    expect(await press({ title: 'June batch' })).toMatchObject({ done: 'saved', errors: null });
    expect(await requireBatch(test.db, id)).toMatchObject({ title: 'June batch', capacity: 25 });
    const { errors, values } = await press({ capacity: '30' });
    expect(errors).toMatchObject({ status: 409, fields: { capacity: expect.stringContaining('25') } });
    expect(values).toMatchObject({ capacity: '30', title: 'June batch' });
    expect((await requireBatch(test.db, id)).capacity).toBe(25);
  });
});

describe('[C-39] candidate details', () => {
  it('are verified only in the version that staff saw', async () => {
    const [id = ''] = await insertManyCandidates(test.db, 1);
    const path = `/api/v1/staff/candidates/${id}/`;
    const { updated_at } = (await staff.call(`GET ${path}`)).body;
    await test.db
      .updateTable('candidateRegistration')
      .set({ totalExperienceMonths: 3, updatedAt: sql<Date>`now() + interval '1 second'` })
      .where('userId', '=', id)
      .execute();
    const verify = { action: 'VERIFY', public_note: null, private_note: null };
    const { status: code, body } = await staff.call(`POST ${path}move/`, { ...verify, updated_at });
    expect([code, body.error_code]).toEqual([409, 'STALE_WRITE']);
    expect(body.current).toMatchObject({ experience_months: 3, status: 'DETAILS_SUBMITTED' });
    const seen = { ...verify, updated_at: body.current.updated_at };
    const after = await staff.call(`POST ${path}move/`, seen);
    expect([after.status, after.body.error]).not.toEqual([409, body.error]);
  });
});
