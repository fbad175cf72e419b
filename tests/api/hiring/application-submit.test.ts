import { beforeEach, describe, expect, it } from 'vitest';
import { requireStaffApplication } from '#lib/server/staff/hiring/applications/find-applications.ts';
import { useTestApi } from '../../support/api.ts';
import { type Person, signUpVerified } from '../../support/auth/people.ts';
import {
  applications,
  type Candidate,
  expectOk,
  jobs,
  readApplication,
  signUpCandidate,
  startApplication,
  submitApplication,
  waitForDelivery,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';

beforeEach(() => restoreJobs(test.db));

const submit = ({ visitor }: Pick<Person, 'visitor'>, id: string) =>
  visitor.call(`POST ${applications}${id}/submit/`, {});
const update = ({ visitor }: Person, id: string, body: object) =>
  visitor.call(`PATCH ${applications}${id}/update/`, body);
const answer = (key: string, value: string) => ({ answers: [{ key, value }] });
/** Creates the person's portfolio (the first read creates it), sets its visibility, and returns its slug. */
async function createPortfolio({ visitor }: Person, visibility: string): Promise<string> {
  const { results } = (await expectOk(visitor.call('GET /api/v1/portfolios/'))).body;
  const [{ id, version }] = results;
  const path = `/api/v1/portfolios/${id}/update/`;
  return (await expectOk(visitor.call(`PATCH ${path}`, { version, visibility }))).body.slug;
}
const withdraw = ({ visitor }: Person, id: string, body: object = {}) =>
  visitor.call(`POST ${applications}${id}/withdraw/`, body);
const historyOf = (id: string) =>
  test.db
    .selectFrom('applicationEvent')
    .selectAll()
    .where('applicationId', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
const setJob = (values: object) => test.db.updateTable('job').set(values).where('slug', '=', slug).execute();

describe('saving', () => {
  it('[API-42] saves each answer, a note and a portfolio, and clears them again', async () => {
    const person = await signUpCandidate(test);
    const id = await startApplication(person, slug);
    const portfolio_slug = await createPortfolio(person, 'UNLISTED');
    const saved = await update(person, id, {
      cover_note: ' First.\r\n\r\n\r\nSecond. ',
      portfolio_slug,
    });
    expect(saved.body).toMatchObject({
      status: 'STARTED',
      cover_note: 'First.\n\nSecond.',
      portfolio_slug,
      answers: [{ key: 'motivation', label: 'Why do you want this job?' }],
    });
    const emptied = await update(person, id, {
      answers: [{ key: 'motivation', value: ' ' }],
      cover_note: '',
      portfolio_slug: null,
    });
    expect(emptied.body).toMatchObject({ answers: [], cover_note: null, portfolio_slug: null });
    expect(await historyOf(id)).toHaveLength(1);
  });

  it('[API-42] rejects an answer to an unknown question, and another person’s file', async () => {
    const person = await signUpCandidate(test);
    const id = await startApplication(person, slug);
    const foreign = await update(person, id, { answers: [{ key: 'age', value: '30' }] });
    expect([foreign.status, foreign.body.field_errors]).toEqual([
      400,
      { 'answers.age': 'This job does not ask that' },
    ]);
    const file = await update(person, id, { resume: { media_id: '01890000-0000-7000-8000-000000000000' } });
    expect([file.status, Object.keys(file.body.field_errors)]).toEqual([400, ['resume']]);
  });

  it('[API-42] rejects a portfolio that is private, unknown or another person’s', async () => {
    const person = await signUpCandidate(test);
    const id = await startApplication(person, slug);
    const foreign = await createPortfolio(await signUpCandidate(test), 'PUBLIC');
    const hidden = await createPortfolio(person, 'PRIVATE');
    for (const portfolio_slug of [foreign, hidden, 'nobody-has-this']) {
      const { status, body } = await update(person, id, { portfolio_slug });
      expect([status, Object.keys(body.field_errors)], portfolio_slug).toEqual([400, ['portfolio_slug']]);
    }
  });

  it('[API-42] rejects every change after the submission', async () => {
    const person = await signUpCandidate(test);
    const id = await submitApplication(person, slug);
    const { status, body } = await update(person, id, { cover_note: 'Too late' });
    expect([status, body.error_code]).toEqual([409, 'INVALID_STATE']);
    expect(body.error).toBe('The status of this application is “Submitted”, so it cannot be changed.');
  });
});

describe('submitting', () => {
  it('[API-42] promises a reply within 24 hours, and notifies by email and SMS', async () => {
    const person = await signUpCandidate(test);
    const id = await submitApplication(person, slug);
    const application = await readApplication(person, id);
    expect(application).toMatchObject({
      status: 'SUBMITTED',
      stage_key: 'review',
      next_step: { action: null, deadline_at: application.reply_due_at },
    });
    expect(Date.parse(application.reply_due_at) - Date.parse(application.submitted_at)).toBe(86_400_000);
    expect(application.next_step.text).toMatch(/You get a reply by \d+ \w+ \d+, \d+:\d\d [ap]m IST\.$/);
    expect(application.history.map(({ from, to }: { from: string; to: string }) => [from, to])).toEqual([
      [null, 'STARTED'],
      ['STARTED', 'SUBMITTED'],
    ]);
    await waitForDelivery(test);
    const mails = await test.sentTo(person.email);
    const mail = mails.find(({ subject }) => subject === 'We have received your application');
    const sms = (await test.sentTo(person.e164)).find(({ text }) =>
      text.includes('We have your application'),
    );
    for (const message of [mail, sms]) {
      expect(message?.text).toContain('You get a reply by ');
      expect(message?.text).toContain(`/moonshot/applications/${id}/`);
    }
  });

  it('[API-42] stores a snapshot of what the employer gets', async () => {
    const person = await signUpCandidate(test);
    const id = await submitApplication(person, slug);
    await expectOk(
      person.visitor.call('PATCH /api/v1/moonshot/update-candidate-details/', { degree: 'M.Com' }),
    );
    await expectOk(person.visitor.call('PATCH /api/v1/user/update/', { first_name: 'Renamed' }));
    expect((await readApplication(person, id)).candidate_snapshot).toMatchObject({
      first_name: 'Asha',
      current_location: 'Bengaluru, Karnataka',
      values: { degree: 'B.Com' },
      answers: [{ key: 'motivation', label: 'Why do you want this job?' }],
    });
  });

  it('[API-42] fails when the questions changed or the portfolio was hidden', async () => {
    const person = await signUpCandidate(test);
    const id = await startApplication(person, slug);
    const [motivation] = (await readApplication(person, id)).questions;
    const shift = { key: 'shift', label: 'Which shift?', kind: 'CHOICE', required: false };
    const ask = (...options: string[]) =>
      setJob({ questions: JSON.stringify([motivation, { ...shift, options }]) });
    await ask('Day', 'Night');
    await expectOk(update(person, id, answer('shift', 'Night')));
    await ask('Day', 'Evening');
    const rejected = await submit(person, id);
    expect([rejected.status, rejected.body.error_code, rejected.body.field_errors]).toEqual([
      409,
      'INCOMPLETE_APPLICATION',
      { 'answers.shift': 'Please choose one of the answers' },
    ]);
    const portfolio_slug = await createPortfolio(person, 'PUBLIC');
    await expectOk(update(person, id, { ...answer('shift', 'Evening'), portfolio_slug }));
    await createPortfolio(person, 'PRIVATE');
    const hidden = await submit(person, id);
    expect([hidden.status, Object.keys(hidden.body.field_errors)]).toEqual([400, ['portfolio_slug']]);
    await createPortfolio(person, 'UNLISTED');
    expect((await expectOk(submit(person, id))).body.candidate_snapshot).toMatchObject({ portfolio_slug });
  });

  it('[API-42] [C-39] staff follow an attached portfolio to its present address', async () => {
    const person = await signUpCandidate(test);
    const id = await startApplication(person, slug);
    const attached = await createPortfolio(person, 'UNLISTED');
    await expectOk(update(person, id, { portfolio_slug: attached }));
    await expectOk(submit(person, id));
    expect((await requireStaffApplication(test.db, id)).portfolioSlug).toBe(attached);
    await createPortfolio(person, 'PRIVATE');
    const present = await createPortfolio(person, 'UNLISTED');
    expect(present).not.toBe(attached);
    expect((await requireStaffApplication(test.db, id)).portfolioSlug).toBe(present);
  });

  it('[C-42] 20 parallel submissions submit once and send one email', async () => {
    const person = await signUpCandidate(test);
    const id = await startApplication(person, slug);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit({ visitor: person.visitor.fork() }, id)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(others.map(({ status, body }) => [status, body.error_code])).toEqual(
      Array(19).fill([409, 'ALREADY_SUBMITTED']),
    );
    expect(await historyOf(id)).toHaveLength(2);
    const queued = await test.db
      .selectFrom('outbox')
      .select('dedupeKey')
      .where('dedupeKey', 'like', 'application:%:email')
      .execute();
    expect(queued).toHaveLength(1);
  });

  it('[API-42] requires the candidate’s details, and names the missing ones', async () => {
    const person = await signUpVerified(test);
    const id = await startApplication(person, slug);
    const { status, body } = await submit(person, id);
    expect([status, body.error_code]).toEqual([409, 'PROFILE_INCOMPLETE']);
    expect(body.field_errors).toHaveProperty('highest_qualification');
  });

  it('[API-42] requires the answers, and names the unanswered questions', async () => {
    const person = await signUpCandidate(test);
    const id = await startApplication(person, slug);
    await update(person, id, { answers: [{ key: 'motivation', value: '' }] });
    const { status, body } = await submit(person, id);
    expect([status, body.error_code, Object.keys(body.field_errors)]).toEqual([
      409,
      'INCOMPLETE_APPLICATION',
      ['answers.motivation'],
    ]);
  });

  it.each(['PAUSED', 'CLOSED'] as const)('[API-42] a job that is %s rejects submissions', async (status) => {
    const person = await signUpCandidate(test);
    const id = await startApplication(person, slug);
    await setJob({ status });
    const answer = await submit(person, id);
    expect([answer.status, answer.body.error_code]).toEqual([409, 'JOB_CLOSED']);
    expect(answer.body.error).toMatch(/^[A-Z].*\.$/);
  });

  it('[API-42] rejects unknown fields by name', async () => {
    const person = await signUpCandidate(test);
    const id = await startApplication(person, slug);
    const answer = await person.visitor.call(`POST ${applications}${id}/submit/`, { status: 'HIRED' });
    expect([answer.status, answer.body.field_errors]).toEqual([400, { status: 'Unknown field' }]);
  });
});

describe('eligibility', () => {
  const eligibility = async ({ visitor }: Pick<Person, 'visitor'>) =>
    (await visitor.call(`GET ${jobs}voice-support-associate-cl13/`)).body.eligibility_result;

  it('[API-41] shows which requirements a candidate meets, and where to update the rest', async () => {
    expect(await eligibility({ visitor: test.visitor() })).toBeNull();
    expect(await eligibility(await signUpVerified(test))).toBeNull();
    const person = await signUpCandidate(test, { languages: [{ code: 'en', level: 'B1' }] });
    expect(await eligibility(person)).toEqual({
      ok: false,
      met: ['education'],
      missing: [
        {
          key: 'english',
          label: 'English',
          fix_url: '/moonshot/registration/?section=skills#languages',
        },
      ],
      unchecked: ['age'],
    });
  });

  it('[API-42] does not stop an application: staff see what is not met, in the queue and on its page', async () => {
    const person = await signUpCandidate(test, { languages: [{ code: 'en', level: 'B1' }] });
    const id = await submitApplication(person, 'voice-support-associate-cl13');
    const able = await submitApplication(await signUpCandidate(test), 'voice-support-associate-cl13');
    const { visitor: staff } = await signUpStaff(test);
    const { body: queue } = await expectOk(staff.call('GET /api/v1/staff/job-applications/'));
    const flags = queue.results.map((card: { id: string; unmet_rules: string[] }) => [
      card.id,
      card.unmet_rules,
    ]);
    expect(Object.fromEntries(flags)).toMatchObject({ [id]: ['English'], [able]: [] });
    const { body: page } = await expectOk(staff.call(`GET /api/v1/staff/job-applications/${id}/`));
    expect([page.unmet_rules, page.eligibility.missing]).toEqual([['English'], ['English']]);
  });
});

describe('withdrawing', () => {
  it('[API-42] ends the application with its reason, and the person can apply again', async () => {
    const person = await signUpCandidate(test);
    const id = await submitApplication(person, slug);
    const { status, body } = await withdraw(person, id, { reason: 'PAY' });
    expect([status, body.status]).toEqual([200, 'WITHDRAWN']);
    expect(body.allowed_actions).toEqual([{ action: 'APPLY', enabled: true, reason: null }]);
    expect((await historyOf(id)).at(-1)).toMatchObject({
      fromStatus: 'SUBMITTED',
      actorType: 'CANDIDATE',
      reasonCode: 'PAY',
    });
    const again = await withdraw(person, id);
    expect([again.status, again.body.error_code]).toEqual([409, 'INVALID_STATE']);
    const next = await person.visitor.call(`POST ${jobs}${slug}/apply/`, {});
    expect(next.body).toMatchObject({ is_existing: false, previous_application_id: id });
  });
});

it('[API-42] applying again offers the earlier answers to questions that the job still asks', async () => {
  const person = await signUpCandidate(test);
  const first = await submitApplication(person, slug);
  await update(person, first, { cover_note: 'ignored after sending' });
  await test.db
    .updateTable('jobApplication')
    .set({
      coverNote: 'I can start at once.',
      answers: JSON.stringify([
        { key: 'motivation', value: 'I like numbers.' },
        { key: 'gone', value: 'An old one' },
      ]),
    })
    .where('id', '=', first)
    .execute();
  expect((await readApplication(person, first)).earlier_answers).toBeNull();
  await withdraw(person, first);
  const id = await startApplication(person, slug);
  expect((await readApplication(person, id)).earlier_answers).toEqual({
    answers: [{ key: 'motivation', value: 'I like numbers.' }],
    cover_note: 'I can start at once.',
  });
});

it('[C-39] every call returns 404 for another person’s application', async () => {
  const [mine, theirs] = (await Promise.all([signUpCandidate(test), signUpCandidate(test)])) as [
    Candidate,
    Candidate,
  ];
  const id = await submitApplication(mine, slug);
  const uuid = '01890000-0000-7000-8000-000000000000';
  const calls: [string, object?][] = [
    [`GET ${applications}:id/`],
    [`PATCH ${applications}:id/update/`, {}],
    [`POST ${applications}:id/submit/`, {}],
    [`POST ${applications}:id/withdraw/`, {}],
    [`POST ${applications}:id/setup-training/`, { batch_id: uuid, agreed_to_terms: true }],
    [`GET ${applications}:id/reschedule-interview/slots/`],
    [`POST ${applications}:id/reschedule-interview/`, { slot_id: uuid }],
  ];
  for (const [call, body] of calls)
    for (const wrong of [id, uuid, 'first', '%00']) {
      const answer = await theirs.visitor.call(call.replace(':id', wrong), body);
      expect([call, answer.status, answer.body.error_code]).toEqual([call, 404, 'NOT_FOUND']);
    }
  expect((await readApplication(mine, id)).status).toBe('SUBMITTED');
});
