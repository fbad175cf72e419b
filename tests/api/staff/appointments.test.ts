import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { consume } from '#lib/server/core/rate-limit.ts';
import { handleApplicationForm } from '#lib/server/staff/hiring/applications/application-forms.ts';
import { handleBatchesForm } from '#lib/server/staff/hiring/appointments/batch-form.ts';
import { handleSlotsForm, slotsDoneMessage } from '#lib/server/staff/hiring/appointments/slot-form.ts';
import { listInterviews } from '#lib/server/staff/hiring/jobs/find-jobs.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { postStaffForm, requireJobBySlug, signUpStaff } from '../../support/hiring/staff.ts';
import { createBatchBody } from '../../support/hiring/staff-appointments.ts';
import type { Visitor } from '../../support/visitor.ts';

/** A message explains an action that staff repeat or take too late. */

const test = useTestApi();
const link = 'https://meet.example/room';
const day = 86_400_000;
let staff: Visitor;
let staffId: string;
let jobId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  ({ id: jobId } = await requireJobBySlug(test.db, 'inside-sales-associate-cl13'));
});

const dayFromNow = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
const post = (path: string, fields: Record<string, string | string[]>) =>
  postStaffForm(test, staff, path, fields);

describe('a training batch', () => {
  const startsAt = new Date(Date.now() + 2 * day).toISOString();
  const batch = (more: object = {}) => createBatchBody(jobId, { starts_at: startsAt, ...more });
  const plan = (more: object = {}, visitor = staff) =>
    visitor.call('POST /api/v1/staff/batches/create/', batch(more));
  const count = async () => (await staff.call(`GET /api/v1/staff/batches/?job_id=${jobId}`)).body.count;

  it('[API-42] is created once by many parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => plan({}, staff.fork())));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.is_existing)).toHaveLength(1);
    expect(await count()).toBe(1);
    const audited = await test.db.selectFrom('auditEvent').select('id').where('action', '=', 'batch.CREATE');
    expect(await audited.execute()).toHaveLength(1);
  });

  it('[API-42] is a new one with another title or time, or after the old one was cancelled', async () => {
    const first = await plan();
    await plan({ title: 'June batch' });
    await plan({ starts_at: new Date(Date.now() + 3 * day).toISOString() });
    expect(await count()).toBe(3);
    await staff.call(`POST /api/v1/staff/batches/${first.body.id}/cancel/`, {});
    expect((await plan()).body.is_existing).toBe(false);
  });

  it('[API-42] that exists already is reported by the form', async () => {
    const press = async () =>
      (
        await handleBatchesForm(
          test.api,
          post('/staff/batches/', {
            jobId,
            title: 'Evenings',
            startsAt: `${dayFromNow(3)}T18:30`,
            endsAt: `${dayFromNow(4)}T18:30`,
            timeZone: 'Asia/Kolkata',
            mode: 'ONLINE',
            joinUrl: link,
            address: '',
            capacity: '20',
          }),
        )
      ).done;
    expect([await press(), await press()]).toEqual(['planned', 'there']);
  });
});

describe('interview slots', () => {
  const form = (more: Record<string, string | string[]> = {}) => ({
    jobId,
    weekdays: ['0', '1', '2', '3', '4', '5', '6'],
    fromDate: dayFromNow(2),
    toDate: dayFromNow(2),
    opens: '10:00',
    closes: '11:00',
    minutes: '30',
    pauseMinutes: '0',
    timeZone: 'Asia/Kolkata',
    mode: 'VIDEO',
    joinUrl: link,
    address: '',
    instructions: '',
    capacity: '1',
    ...more,
  });
  const press = async (more: Record<string, string | string[]> = {}) =>
    handleSlotsForm(test.api, post('/staff/slots/', form(more)));
  const messageAfter = ({ done, counts }: Awaited<ReturnType<typeof press>>) =>
    slotsDoneMessage(new URLSearchParams({ done: done ?? '', ...counts }));

  it('[API-43] are reported by how many were created, existed already and are in the past', async () => {
    expect(messageAfter(await press())).toBe('2 slots made.');
    expect(messageAfter(await press())).toBe('No slot made; 2 were there already.');
    const { preview } = await press({ step: 'look', fromDate: dayFromNow(-3), toDate: dayFromNow(3) });
    expect(preview).toMatchObject({ existing: 2, isPreview: true });
    expect(preview?.past).toBeGreaterThanOrEqual(6);
    const all = await press({ fromDate: dayFromNow(-3), toDate: dayFromNow(3) });
    expect(messageAfter(all)).toMatch(/^\d+ slots made; 2 were there already; \d+ have passed\.$/);
  });

  it.each(['look', 'take'])('[API-43] that are all in the past are rejected: %s', async (step) => {
    const { done, errors } = await press({ step, fromDate: '2020-01-06', toDate: '2020-01-07' });
    expect([done, errors]).toEqual([
      null,
      expect.objectContaining({ status: 400, fields: { toDate: 'All of these times have passed' } }),
    ]);
  });

  it('[API-43] on weekdays that do not occur between the dates are rejected', async () => {
    const { errors } = await press({ fromDate: '2099-01-05', toDate: '2099-01-06', weekdays: ['6'] });
    expect(errors).toMatchObject({ status: 400, fields: { weekdays: expect.stringContaining('between') } });
  });

  it('[API-43] are for every interview of a job or for one, and a job with several ones offers both', async () => {
    const airline = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
    const choices = (await listInterviews(test.db)).filter(([value]) => value.startsWith(airline.id));
    expect(choices.map(([, name]) => name.replace(/^.*\), /, ''))).toEqual([
      'any interview',
      'Voice test by phone',
      'Interview with operations',
    ]);
    expect((await listInterviews(test.db)).filter(([value]) => value.startsWith(jobId))).toHaveLength(1);
    const planned = [
      { jobId: choices[0]?.[0] ?? '', mode: 'PHONE' },
      { jobId: choices[1]?.[0] ?? '', mode: 'PHONE' },
      { jobId: choices[2]?.[0] ?? '', mode: 'VIDEO' },
    ];
    for (const fields of planned) expect((await press(fields)).done).toBe('planned');
    const { body } = await staff.call(`GET /api/v1/staff/slots/?job_id=${airline.id}`);
    expect(new Set(body.results.map(({ stage }: { stage: string | null }) => stage))).toEqual(
      new Set([null, 'Voice test by phone', 'Interview with operations']),
    );
  });

  it('[API-43] of an interview by phone are phone calls, also those for any interview of its job', async () => {
    const airline = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
    const choices = (await listInterviews(test.db)).filter(([value]) => value.startsWith(airline.id));
    for (const [value] of choices.slice(0, 2)) {
      const { done, errors } = await press({ jobId: value, mode: 'VIDEO' });
      expect([done, errors?.fields]).toEqual([
        null,
        {
          mode: 'The job says how “Voice test by phone” is held: Phone call. Choose that, or plan another interview.',
        },
      ]);
    }
  });

  it('an address with invalid counts shows no message', () => {
    expect(slotsDoneMessage(new URLSearchParams('done=planned&created=<b>&past=1'))).toBe(
      'No slot made; 1 has passed.',
    );
    expect(slotsDoneMessage(new URLSearchParams('done=saved'))).toBeNull();
  });
});

it.each([{}, { form: 'something' }])(
  '[API-42] a form with %o changes nothing and shows an error',
  async (fields) => {
    const page = post('/staff/applications/x/', { text: 'a note', ...fields });
    const { done, errors } = await handleApplicationForm(test.api, page, 'x');
    expect([done, errors?.status, errors?.message]).toEqual([
      null,
      400,
      'Nothing was changed. Choose an action on this page.',
    ]);
  },
);

describe('[C-26] [C-39] the form of a page', () => {
  const fields = { form: 'move', action: 'START_REVIEW' };

  it('is rejected when another site sends it', async () => {
    const page = post('/staff/applications/x/', fields);
    page.request.headers.set('origin', 'https://elsewhere.example');
    const { errors } = await handleApplicationForm(test.api, page, 'x');
    expect([errors?.status, errors?.errorCode]).toEqual([403, 'CSRF_FAILED']);
  });

  it('is rejected for a visitor and for a signed-in person who is not staff', async () => {
    const { visitor } = await signUpVerified(test);
    for (const sender of [test.visitor(), visitor]) {
      const page = postStaffForm(test, sender, '/staff/applications/x/', fields);
      const { errors } = await handleApplicationForm(test.api, page, 'x');
      expect([errors?.status, errors?.errorCode]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('counts towards the same rate limit as the person’s other changes', async () => {
    const page = post('/staff/applications/x/', fields);
    const key = `staff-write:${staffId}`;
    await consume(test.db, [{ key, max: 600, windowSeconds: 600 }]);
    await sql`update rate_counter set count = 600 where key = ${key}`.execute(test.db);
    const { errors } = await handleApplicationForm(test.api, page, 'x');
    expect([errors?.status, errors?.errorCode]).toEqual([429, 'RATE_LIMITED']);
  });
});
