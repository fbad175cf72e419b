import { beforeEach, describe, expect, it } from 'vitest';
import { findUnsubscription, unsubscribe } from '#lib/server/account/notifications/unsubscribe.ts';
import { handleSavedForm } from '#lib/server/hiring/saved-jobs/saved-form.ts';
import { sendDueJobAlerts } from '#lib/server/hiring/saved-jobs/send-job-alerts.ts';
import { createLog } from '#lib/server/log.ts';
import { useTestApi } from '../../support/api.ts';
import { type Person, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { expectOk } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { postStaffForm, requireUserId } from '../../support/hiring/staff.ts';

const test = useTestApi();
const jobs = '/api/v1/moonshot/jobs/';
const alerts = '/api/v1/moonshot/job-alerts/';
const slug = 'voice-support-associate-cl13';
const day = 24 * 3600;
let person: Person;

beforeEach(async () => {
  await restoreJobs(test.db);
  person = await signUpVerified(test);
  await test.db.updateTable('appUser').set({ emailVerifiedAt: new Date() }).execute();
});

const call = (route: string, body?: object, { visitor }: Person = person) => visitor.call(route, body);

describe('[API-41] a saved job', () => {
  const save = (isSaved: boolean, job = slug) => call(`POST ${jobs}${job}/save/`, { is_saved: isSaved });
  const saved = async () =>
    (await call('GET /api/v1/moonshot/saved-jobs/')).body.results.map((job: { slug: string }) => job.slug);

  it('is listed, also after it is closed, until it is removed; saving it twice changes nothing', async () => {
    for (const _ of [1, 2]) expect((await save(true)).body).toEqual({ is_saved: true });
    await save(true, 'inside-sales-associate-cl13');
    expect(await saved()).toEqual(['inside-sales-associate-cl13', slug]);
    await test.db
      .updateTable('job')
      .set({ status: 'CLOSED', closedAt: new Date() })
      .where('slug', '=', slug)
      .execute();
    expect((await call(`GET ${jobs}${slug}/`)).body.is_saved).toBe(true);
    expect((await test.visitor().call(`GET ${jobs}${slug}/`)).body.is_saved).toBe(false);
    await save(false);
    expect(await saved()).toEqual(['inside-sales-associate-cl13']);
  });

  it('[C-39] is its owner’s alone, and an unknown job or a draft cannot be saved', async () => {
    await save(true);
    const other = await signUpVerified(test);
    expect((await call('GET /api/v1/moonshot/saved-jobs/', undefined, other)).body.count).toBe(0);
    expect((await save(true, 'no-such-job')).status).toBe(404);
    await test.db.updateTable('job').set({ status: 'DRAFT' }).where('slug', '=', slug).execute();
    expect((await save(true)).status).toBe(404);
    expect((await test.visitor().call(`POST ${jobs}${slug}/save/`, { is_saved: true })).status).toBe(401);
  });
});

describe('[API-41] a search whose new jobs are sent by email', () => {
  const create = (filters: object) => call(`POST ${alerts}create/`, filters);
  const send = () =>
    sendDueJobAlerts({ db: test.db, config: test.config, messages: test.messages, log: createLog('silent') });
  const post = (values: object) =>
    test.db
      .updateTable('job')
      .set({ postedAt: new Date(), applyBy: new Date(Date.now() + 90 * day * 1000), ...values })
      .where('slug', '=', slug)
      .execute();
  const emails = () =>
    test.db
      .selectFrom('outbox')
      .select(['subject', 'text', 'unsubscribeUrl'])
      .where('kind', '=', 'job-alert')
      .orderBy('createdAt')
      .execute();

  it('is stored once, with a sentence and its address, and can be deleted by its owner only', async () => {
    const filters = { search: 'Tamil', family: 'VOICE_SUPPORT', min_pay: '300000' };
    const { body } = await expectOk(create(filters));
    expect(body).toMatchObject({
      filters,
      label: '“Tamil” · Voice support · from ₹3,00,000 a year',
      href: '/moonshot/jobs/?search=Tamil&family=VOICE_SUPPORT&min_pay=300000',
      is_existing: false,
    });
    expect((await create({ ...filters, search: 'tamil' })).body).toMatchObject({
      id: body.id,
      is_existing: true,
    });
    const other = await signUpVerified(test);
    const path = `DELETE ${alerts}${body.id}/delete/`;
    expect((await call(path, undefined, other)).status).toBe(404);
    await expectOk(call(path));
    expect((await call(`GET ${alerts}`)).body).toEqual({ results: [], is_on: true });
  });

  it('[C-42] a person has at most ten, also when they are created at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 14 }, (_, n) =>
        call(
          `POST ${alerts}create/`,
          { city: `City ${'x'.repeat(n)}` },
          { ...person, visitor: person.visitor.fork() },
        ),
      ),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(10);
    expect((await call(`GET ${alerts}`)).body.results).toHaveLength(10);
  });

  it('sends jobs that were posted since, once a day at most, and none that do not match', async () => {
    await expectOk(create({ family: 'VOICE_SUPPORT' }));
    await expectOk(create({ search: 'support' }));
    await post({});
    await send();
    expect(await emails()).toEqual([]);
    await travel(test.db, day);
    await Promise.all([send(), send()]);
    const [email, ...more] = await emails();
    expect([email?.subject, more]).toEqual(['1 new job for you', []]);
    expect(email?.text).toContain(`/moonshot/jobs/${slug}/`);
    expect(email?.unsubscribeUrl).toContain('/alerts/');
    await post({});
    await send();
    expect(await emails()).toHaveLength(1);
    await travel(test.db, day);
    await post({ family: 'INSIDE_SALES', title: 'Sales', summary: 'Selling.', status: 'PAUSED' });
    await send();
    expect(await emails()).toHaveLength(1);
  });

  it('links to each of several new jobs', async () => {
    await expectOk(create({ family: 'VOICE_SUPPORT' }));
    const slugs = (
      await test.db.selectFrom('job').select('slug').where('status', '=', 'OPEN').limit(2).execute()
    ).map((job) => job.slug);
    await test.db
      .updateTable('job')
      .set({ family: 'VOICE_SUPPORT', postedAt: new Date(), applyBy: new Date(Date.now() + 90 * day * 1000) })
      .where('slug', 'in', slugs)
      .execute();
    await travel(test.db, day);
    await send();
    const [email] = await emails();
    expect(email?.subject).toBe('2 new jobs for you');
    for (const one of slugs) expect(email?.text).toContain(`/moonshot/jobs/${one}/\n`);
  });

  it('[C-41] reports a job that became visible late, once, and again after it is posted again', async () => {
    await expectOk(create({ family: 'VOICE_SUPPORT' }));
    await travel(test.db, day);
    await send();
    await post({ postedAt: new Date(Date.now() - 60_000) });
    await test.db
      .updateTable('jobAlertRound')
      .set({ checkedAt: new Date(Date.now() - 1000) })
      .execute();
    for (const count of [1, 1]) {
      await travel(test.db, day);
      await send();
      expect(await emails()).toHaveLength(count);
    }
    await post({});
    await travel(test.db, day);
    await send();
    expect(await emails()).toHaveLength(2);
  });

  it('[C-41] tries people whose round fails behind the others, and loses none of their jobs', async () => {
    await expectOk(create({ family: 'VOICE_SUPPORT' }));
    await post({});
    await travel(test.db, day);
    const failing = { ...test.messages, queue: () => Promise.reject(new Error('broken')) };
    await sendDueJobAlerts({
      ...{ db: test.db, config: test.config, messages: failing, log: createLog('silent') },
    });
    const round = () =>
      test.db.selectFrom('jobAlertRound').select(['checkedAt', 'failedAt']).executeTakeFirstOrThrow();
    expect(await round()).toMatchObject({ failedAt: expect.any(Date) });
    await send();
    expect([await round(), await emails()]).toMatchObject([{ failedAt: null }, [{}]]);
  });

  it('[C-41] obeys the switch and the link in the email; asking again turns it on', async () => {
    await expectOk(create({ family: 'VOICE_SUPPORT' }));
    const userId = await requireUserId(test.db, person.e164);
    await post({});
    await travel(test.db, day);
    await send();
    const [, user = '', kind = '', key = ''] =
      /\/unsubscribe\/([^/]+)\/([^/]+)\/([^/]+)\//.exec((await emails())[0]?.unsubscribeUrl ?? '') ?? [];
    expect([user, kind]).toEqual([userId, 'alerts']);
    const link = await findUnsubscription(test.db, test.config, { user, kind, key });
    if (link) await unsubscribe(test.db, link);
    expect((await call(`GET ${alerts}`)).body.is_on).toBe(false);
    await post({});
    await travel(test.db, day);
    await send();
    expect(await emails()).toHaveLength(1);
    expect((await create({ family: 'VOICE_SUPPORT' })).body.is_existing).toBe(true);
    expect((await call(`GET ${alerts}`)).body.is_on).toBe(true);
    expect((await call(`POST ${alerts}switch/`, { is_on: false })).body).toEqual({ is_on: false });
  });
});

it('[API-41] the forms work without a script and return to their page', async () => {
  const press = (fields: Record<string, string>) =>
    handleSavedForm(test.api, postStaffForm(test, person.visitor, '/moonshot/saved/', fields));
  expect(await press({ form: 'save', jobSlug: slug, isSaved: 'true', from: 'job' })).toEqual({
    redirectTo: `/moonshot/jobs/${slug}/`,
    errors: null,
  });
  expect(await press({ form: 'alert', search: 'city=Pune&sort=PAY&x=1' })).toEqual({
    redirectTo: '/moonshot/jobs/?city=Pune&sort=PAY&done=alert',
    errors: null,
  });
  expect((await call(`GET ${alerts}`)).body.results).toMatchObject([{ filters: { city: 'Pune' } }]);
  expect((await press({ form: 'something' })).errors?.status).toBe(404);
});
