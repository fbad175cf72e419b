import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { notifyExpired } from '#lib/server/hiring/applications/notify-expired.ts';
import { expireApplications } from '#lib/server/hiring/due-transitions.ts';
import { useTestApi } from '../../support/api.ts';
import { type Person, signUp, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { applications, insertSlot, jobs, waitForDelivery } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
const longOpen = 'voice-support-associate-cl13';
const day = 86_400;

beforeEach(() => restoreJobs(test.db));

const apply = (person: Pick<Person, 'visitor'>, to = slug) =>
  person.visitor.call(`POST ${jobs}${to}/apply/`, {});
const read = async (person: Person, id: string) =>
  (await person.visitor.call(`GET ${applications}${id}/`)).body;
/** Inserts an interview tomorrow for an application to the job `longOpen`. */
async function insertInterviewTomorrow(applicationId: string): Promise<void> {
  await test.db
    .updateTable('jobApplication')
    .set({ status: 'INTERVIEW', stageKey: 'interview' })
    .where('id', '=', applicationId)
    .execute();
  const interview = {
    id: uuidv7(),
    applicationId,
    stageKey: 'interview',
    uid: applicationId,
    slotId: await insertSlot(test.db, longOpen, { inMinutes: 24 * 60 }),
  };
  await test.db
    .insertInto('interview')
    .values({ ...interview, status: 'SCHEDULED' })
    .execute();
}
const historyOf = (id: string) =>
  test.db.selectFrom('applicationEvent').selectAll().where('applicationId', '=', id).orderBy('at').execute();

describe('applying', () => {
  it('[API-41] creates an application with a number, its stages and its history', async () => {
    const person = await signUpVerified(test);
    const { status, body } = await apply(person);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      number: expect.stringMatching(/^MS-\d\d-\d{5,}$/),
      status: 'STARTED',
      status_label: 'Started',
      stage_key: 'application',
      job: { slug, my_application: { id: body.id, status: 'STARTED' } },
      submitted_at: null,
      previous_application_id: null,
      next_step: { action: 'EDIT', deadline_at: body.expires_at },
      is_existing: false,
    });
    expect(body.allowed_actions).toMatchObject([
      { action: 'EDIT', enabled: true, reason: null },
      { action: 'SUBMIT', enabled: false, reason: expect.stringMatching(/details first\.$/) },
      { action: 'WITHDRAW', enabled: true, reason: null },
    ]);
    expect(body.timeline.map((step: { state: string }) => step.state)).toEqual([
      'CURRENT',
      ...Array(body.timeline.length - 1).fill('UPCOMING'),
    ]);
    expect(await historyOf(body.id)).toMatchObject([
      { fromStatus: null, toStatus: 'STARTED', actorType: 'CANDIDATE' },
    ]);
  });

  it('[API-41] a repeated request returns the same application', async () => {
    const person = await signUpVerified(test);
    const first = await apply(person);
    const second = await apply(person);
    expect([second.status, second.body.is_existing]).toEqual([200, true]);
    expect(second.body.id).toBe(first.body.id);
  });

  it('[C-42] 20 parallel requests create one application, and all return it', async () => {
    const person = await signUpVerified(test);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => apply({ visitor: person.visitor.fork() })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.is_existing)).toHaveLength(1);
    expect(await test.db.selectFrom('jobApplication').select('id').execute()).toHaveLength(1);
    expect(await historyOf(answers[0]?.body.id)).toHaveLength(1);
  });

  it('two people who apply for two jobs get four applications with four numbers', async () => {
    const people = [await signUpVerified(test), await signUpVerified(test)];
    const answers = await Promise.all(
      people.flatMap((person) => [slug, longOpen].map((job) => apply(person, job))),
    );
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(4);
  });

  it('requires a signed-in person with a verified number', async () => {
    const visitor = await apply({ visitor: test.visitor() });
    expect([visitor.status, visitor.body.error_code]).toEqual([401, 'NOT_AUTHENTICATED']);
    const unverified = await apply(await signUp(test));
    expect([unverified.status, unverified.body.error_code]).toEqual([403, 'PHONE_NOT_VERIFIED']);
    expect(await test.db.selectFrom('jobApplication').select('id').execute()).toEqual([]);
  });

  it('[C-26] a request from another site creates nothing', async () => {
    const { visitor } = await signUpVerified(test);
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const { status, body } = await visitor.call(`POST ${jobs}${slug}/apply/`, {}, foreign);
    expect([status, body.error_code]).toEqual([403, 'CSRF_FAILED']);
  });

  it.each([
    ['PAUSED', 'The employer has paused applications for this job.'],
    ['CLOSED', 'This job no longer takes applications.'],
    ['FILLED', 'All openings of this job are filled.'],
    ['ARCHIVED', 'This job no longer takes applications.'],
  ] as const)('[API-41] a job that is %s rejects applications with a reason', async (status, reason) => {
    const person = await signUpVerified(test);
    await test.db.updateTable('job').set({ status }).where('slug', '=', slug).execute();
    const { status: answered, body } = await apply(person);
    expect([answered, body.error_code, body.error]).toEqual([409, 'JOB_CLOSED', reason]);
  });

  it('[C-42] an application number is used only when an application is created', async () => {
    const person = await signUpVerified(test);
    const first = await apply(person);
    await Promise.all(Array.from({ length: 5 }, () => apply({ visitor: person.visitor.fork() })));
    const another = await signUpVerified(test);
    await test.db.updateTable('job').set({ status: 'PAUSED' }).where('slug', '=', slug).execute();
    await apply(another);
    const next = await apply(another, longOpen);
    const serial = ({ body }: typeof first) => Number(body.number.split('-')[2]);
    expect(serial(next) - serial(first)).toBe(1);
  });

  it('a job rejects applications after its last day, by the clock of the database', async () => {
    const person = await signUpVerified(test);
    await test.db
      .updateTable('job')
      .set({ applyBy: new Date(Date.now() - 1000) })
      .where('slug', '=', slug)
      .execute();
    expect((await apply(person)).body.error_code).toBe('JOB_CLOSED');
  });

  it('a draft, an unknown job and a malformed slug return 404', async () => {
    const person = await signUpVerified(test);
    await test.db.updateTable('job').set({ status: 'DRAFT' }).where('slug', '=', slug).execute();
    for (const unknown of [slug, 'astronaut-cl13', '%00']) {
      const answer = await apply(person, unknown);
      expect([answer.status, answer.body.error_code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('GET returns 405', async () => {
    const { status, headers } = await test.visitor().call(`GET ${jobs}${slug}/apply/`);
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('reading', () => {
  it('[API-42] [C-39] shows an application to its owner, and returns 404 to everyone else', async () => {
    const [mine, theirs] = [await signUpVerified(test), await signUpVerified(test)];
    const { body: applied } = await apply(mine);
    expect(await read(mine, applied.id)).toMatchObject({ id: applied.id, number: applied.number });
    for (const id of [applied.id, '01890000-0000-7000-8000-000000000000', 'first', '%00']) {
      const { status, body } = await theirs.visitor.call(`GET ${applications}${id}/`);
      expect([status, body.error_code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await theirs.visitor.call(`GET ${applications}`)).body).toEqual({
      count: 0,
      next: null,
      results: [],
    });
  });

  it('[API-42] lists the nearest deadline first and ended applications last, in pages', async () => {
    const person = await signUpVerified(test);
    const interview: string = (await apply(person, longOpen)).body.id;
    const draft: string = (await apply(person, slug)).body.id;
    const over: string = (await apply(person, 'key-accounts-manager-associate-cl13')).body.id;
    await person.visitor.call(`POST ${applications}${over}/withdraw/`, {});
    await insertInterviewTomorrow(interview);
    const { body } = await person.visitor.call(`GET ${applications}?limit=2`);
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual([interview, draft]);
    expect([body.count, body.next]).toEqual([3, `${applications}?limit=2&offset=2`]);
    const rest = await person.visitor.call(`GET ${body.next}`);
    expect([rest.body.results.length, rest.body.next]).toEqual([1, null]);
  });

  it('requires a signed-in person with a verified number', async () => {
    const id = '01890000-0000-7000-8000-000000000000';
    for (const path of [applications, `${applications}${id}/`]) {
      expect((await test.visitor().call(`GET ${path}`)).status).toBe(401);
      const unverified = await signUp(test);
      expect((await unverified.visitor.call(`GET ${path}`)).body.error_code).toBe('PHONE_NOT_VERIFIED');
    }
  });
});

describe('expiry', () => {
  /** Moves only the application's times into the past. */
  const runOut = (id: string) =>
    test.db
      .updateTable('jobApplication')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
  const setApplyBy = (of: string, applyBy: Date) =>
    test.db.updateTable('job').set({ applyBy }).where('slug', '=', of).execute();

  it('a started application expires once after 30 days with its reason, and the person can apply again', async () => {
    const person = await signUpVerified(test);
    const { body: first } = await apply(person);
    await runOut(first.id);
    expect(await read(person, first.id)).toMatchObject({
      status: 'EXPIRED',
      allowed_actions: [{ action: 'APPLY', enabled: true }],
    });
    await read(person, first.id);
    expect((await historyOf(first.id)).map(({ toStatus, reasonCode }) => [toStatus, reasonCode])).toEqual([
      ['STARTED', null],
      ['EXPIRED', 'NOT_FINISHED_IN_TIME'],
    ]);

    const { body: second } = await apply(person);
    expect(second).toMatchObject({ is_existing: false, previous_application_id: first.id });
    expect((await read(person, first.id)).allowed_actions).toEqual([]);
  });

  it('a started application expires when its job closes', async () => {
    const person = await signUpVerified(test);
    const { body } = await apply(person);
    await test.db.updateTable('job').set({ status: 'CLOSED' }).where('slug', '=', slug).execute();
    expect(await read(person, body.id)).toMatchObject({
      status: 'EXPIRED',
      allowed_actions: [{ action: 'APPLY', enabled: false, reason: expect.any(String) }],
    });
    expect((await historyOf(body.id)).at(-1)).toMatchObject({
      actorType: 'SYSTEM',
      reasonCode: 'JOB_CLOSED',
    });
  });

  it('[API-42] the candidate sees the job’s closing date as the deadline when it is earlier', async () => {
    const person = await signUpVerified(test);
    const { body: whole } = await apply(person, longOpen);
    expect(Date.parse(whole.expires_at) - Date.parse(whole.started_at)).toBe(30 * day * 1000);
    const applyBy = new Date(Date.now() + 0.9 * day * 1000);
    await setApplyBy(longOpen, applyBy);
    const before = await read(person, whole.id);
    expect(before).toMatchObject({
      expires_at: applyBy.toISOString(),
      next_step: { action: 'EDIT', deadline_at: applyBy.toISOString() },
    });
    expect(before.next_step.text).toMatch(/have one more day|is the last day/);
    await setApplyBy(longOpen, new Date(Date.now() - 1000));
    const after = await read(person, whole.id);
    expect(after.next_step.text).toBe('The job closed before you sent your application.');
  });

  it('[API-42] when two deadlines have passed, the earlier one is the reason', async () => {
    const person = await signUpVerified(test);
    const { body } = await apply(person);
    await runOut(body.id);
    await setApplyBy(slug, new Date(Date.now() - day * 1000));
    expect((await read(person, body.id)).next_step.text).toMatch(/^The job closed/);
    expect((await historyOf(body.id)).at(-1)).toMatchObject({ reasonCode: 'JOB_CLOSED' });
  });

  it.each([
    ['it ran out', 'not submitted in time'],
    ['its job closed', 'The job closed before you sent your application for'],
  ])('[C-41] an expired application sends one message with the reason: %s', async (why, words) => {
    const person = await signUpVerified(test);
    const { body } = await apply(person);
    if (why === 'it ran out') await runOut(body.id);
    else await setApplyBy(slug, new Date(Date.now() - 1000));
    await expireApplications(test.db);
    for (let round = 0; round < 2; round += 1) await notifyExpired(test);
    await waitForDelivery(test);
    const emails = (await test.sentTo(person.email)).filter(({ subject }) => subject?.includes('has ended'));
    expect(emails.map(({ text }) => text)).toEqual([expect.stringContaining(words)]);
    const texts = (await test.sentTo(person.e164)).filter(({ text }) => text.includes(words));
    expect(texts).toHaveLength(1);
  });

  it('a started application stays open while its job is paused', async () => {
    const person = await signUpVerified(test);
    const { body } = await apply(person);
    await test.db.updateTable('job').set({ status: 'PAUSED' }).where('slug', '=', slug).execute();
    expect(await read(person, body.id)).toMatchObject({
      status: 'STARTED',
      next_step: { text: expect.stringMatching(/The employer has paused applications/), action: 'EDIT' },
    });
    expect((await apply(person)).body).toMatchObject({ id: body.id, is_existing: true });
  });

  it('applications of all people expire when no person is given', async () => {
    const people = [await signUpVerified(test), await signUpVerified(test)];
    for (const person of people) await apply(person, longOpen);
    await travel(test.db, 31 * day);
    await expireApplications(test.db);
    const rows = await test.db.selectFrom('jobApplication').select('status').execute();
    expect(rows.map(({ status }) => status)).toEqual(['EXPIRED', 'EXPIRED']);
  });
});
