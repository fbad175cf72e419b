import { beforeEach, describe, expect, it } from 'vitest';
import { demoJobs, seedJobs } from '#lib/server/demo/jobs.ts';
import { useTestApi } from '../../support/api.ts';
import { signUp, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { jobs } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';

const test = useTestApi();
const slug = 'accounts-payable-associate-cl13';
const day = 86_400;

beforeEach(() => restoreJobs(test.db));

const setStatus = (status: 'DRAFT' | 'PAUSED' | 'CLOSED' | 'ARCHIVED', of = slug) =>
  test.db.updateTable('job').set({ status }).where('slug', '=', of).execute();
const list = async (query = '') => (await test.visitor().call(`GET ${jobs}${query}`)).body;

describe('the list', () => {
  it('[API-41] [USER-10] lists the 18 jobs for a visitor, open ones first', async () => {
    const { status, body } = await test.visitor().call(`GET ${jobs}`);
    expect(status).toBe(200);
    expect([body.count, body.next, body.results.length]).toEqual([18, null, 18]);
    expect(body.results.map((job: { status: string }) => job.status)).toEqual([
      ...Array(17).fill('OPEN'),
      'FILLED',
    ]);
  });

  it('[USER-10] has each of the seven families at both levels, and no two jobs alike', async () => {
    const { results } = await list();
    const pairs = new Set(results.map(({ family, level }: Record<string, string>) => `${family} ${level}`));
    expect(pairs.size).toBe(14);
    for (const field of ['slug', 'code', 'title', 'summary', 'description'] as const)
      expect(new Set(demoJobs.map((job) => job[field])).size, field).toBe(18);
  });

  it('[API-01] uses snake_case in nested objects', async () => {
    const { results } = await list('?limit=1');
    expect(results[0]).toMatchObject({
      employer: { slug: expect.any(String), logo: null },
      work_mode: expect.any(String),
      compensation: { currency: 'INR', period: 'YEAR', is_public: true },
      reply_within_hours: 24,
      my_application: null,
    });
    expect(Object.keys(results[0].locations[0]).sort()).toEqual([
      'city',
      'country_iso_code',
      'id',
      'is_filled',
      'openings',
      'region',
    ]);
  });

  it('is paged by limit and offset, and next leads through all pages', async () => {
    const seen: string[] = [];
    let next: string | null = `${jobs}?limit=7`;
    while (next) {
      const { body } = await test.visitor().call(`GET ${next}`);
      seen.push(...body.results.map((job: { slug: string }) => job.slug));
      next = body.next;
    }
    expect(new Set(seen).size).toBe(18);
    expect(seen).toHaveLength(18);
  });

  it('filters, and keeps the filter in next', async () => {
    const voice = await list('?family=VOICE_SUPPORT&limit=3');
    expect(voice.count).toBe(4);
    expect(voice.next).toBe(`${jobs}?family=VOICE_SUPPORT&limit=3&offset=3`);
    const remote = await list('?work_mode=REMOTE&level=CL13');
    expect(remote.results.map((job: { slug: string }) => job.slug)).toEqual([
      'voice-support-associate-tamil-malayalam-cl13',
    ]);
    expect((await list('?city=bengaluru')).count).toBe(6);
    expect(await list('?city=Atlantis')).toMatchObject({ count: 0, next: null, results: [] });
    expect((await list('?family=&city=')).count).toBe(18);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=10001', 'offset'],
    ['family=PILOT', 'family'],
    ['work_mode=SPACE', 'work_mode'],
    ['city=%00', 'city'],
  ])('[C-30] rejects ?%s', async (query, field) => {
    const { status, body } = await test.visitor().call(`GET ${jobs}?${query}`);
    expect([status, body.error_code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(Object.keys(body.field_errors)).toEqual([field]);
  });

  it('omits drafts and jobs that closed more than 30 days ago', async () => {
    await setStatus('DRAFT');
    expect((await list()).count).toBe(17);
    await travel(test.db, 29 * day);
    expect((await list()).count).toBe(16);
    await travel(test.db, 200 * day);
    expect((await list()).count).toBe(0);
  });
});

describe('one job', () => {
  it('[API-41] returns the whole job', async () => {
    const { status, body } = await test.visitor().call(`GET ${jobs}${slug}/`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      slug,
      code: 'SLO-AP-13',
      status: 'OPEN',
      status_label: 'Open',
      training: { required: true, duration_days: 10, mode: 'IN_PERSON' },
      allowed_actions: [{ action: 'APPLY', enabled: true, reason: null }],
      eligibility_result: null,
      my_application: null,
    });
    expect(body.stages.map((stage: { kind: string }) => stage.kind)).toEqual([
      'FORM',
      'REVIEW',
      'TRAINING',
      'INTERVIEW',
      'OFFER',
    ]);
  });

  it('closes after apply_by, whatever its stored status', async () => {
    await travel(test.db, 46 * day);
    const { body } = await test.visitor().call(`GET ${jobs}${slug}/`);
    expect(body.status).toBe('CLOSED');
    expect(body.allowed_actions).toEqual([{ action: 'APPLY', enabled: false, reason: expect.any(String) }]);
  });

  it.each(['PAUSED', 'CLOSED', 'ARCHIVED'] as const)('keeps its page when it is %s', async (status) => {
    await setStatus(status);
    const answer = await test.visitor().call(`GET ${jobs}${slug}/`);
    expect([answer.status, answer.body.status]).toEqual([200, status]);
  });

  it('a draft, an unknown slug and a malformed slug return 404', async () => {
    await setStatus('DRAFT');
    for (const unknown of [slug, 'astronaut-cl13', 'Robert%27%29%3B', '%00', '..%2F..']) {
      const { status, body } = await test.visitor().call(`GET ${jobs}${unknown}/`);
      expect([status, body.error_code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('hides a salary that is not public', async () => {
    await test.db.updateTable('job').set({ salaryIsPublic: false }).where('slug', '=', slug).execute();
    const { body } = await test.visitor().call(`GET ${jobs}${slug}/`);
    expect(body.compensation).toEqual({
      min: null,
      max: null,
      currency: 'INR',
      period: 'YEAR',
      is_public: false,
    });
  });

  it('shows a signed-in person only their own application', async () => {
    const [mine, theirs] = [await signUpVerified(test), await signUp(test)];
    const { body: applied } = await mine.visitor.call(`POST ${jobs}${slug}/apply/`, {});
    const seenBy = async (person: typeof mine) =>
      (await person.visitor.call(`GET ${jobs}${slug}/`)).body.my_application;
    expect(await seenBy(mine)).toEqual({ id: applied.id, status: 'STARTED' });
    expect(await seenBy(theirs)).toBeNull();
  });

  it('an unsupported method returns 405 with the allowed methods', async () => {
    const { status, headers } = await test.visitor().call(`DELETE ${jobs}${slug}/`, {});
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

it('seeding twice changes nothing, and a later seeding reopens expired jobs', async () => {
  const before = await list();
  await seedJobs(test.db);
  expect(await list()).toEqual(before);
  await travel(test.db, 60 * day);
  await seedJobs(test.db);
  const { results } = await list();
  expect(results.filter((job: { status: string }) => job.status === 'OPEN')).toHaveLength(17);
});
