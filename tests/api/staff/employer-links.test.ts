import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  findSharedResume,
  findShortlist,
  type Shortlist,
} from '#lib/server/hiring/employer-links/find-shortlist.ts';
import { recordExpiredLinks } from '#lib/server/hiring/employer-links/link-key.ts';
import { loadShortlistPage, type ShortlistPage } from '#lib/server/hiring/employer-links/shortlist-page.ts';
import { socketAddressKey } from '#lib/server/http/client-address.ts';
import { handleApplicationForm } from '#lib/server/staff/hiring/applications/application-forms.ts';
import { handleEmployerLinkForm } from '#lib/server/staff/hiring/employer-links/employer-link-form.ts';
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
import type { Answer, Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const day = 86_400;
let staff: Visitor;
let jobId: string;
let meera: string;
let ravi: string;
let foreign: string;
let resumeId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  ({ id: jobId } = await requireJobBySlug(test.db, 'inside-sales-associate-cl13'));
  const { id: otherJobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
  const [first = '', second = '', third = ''] = await insertManyCandidates(test.db, 3);
  [meera = '', ravi = '', foreign = ''] = await insertApplications(test.db, [
    { userId: first, jobId, status: 'SHORTLISTED' },
    { userId: second, jobId, status: 'SHORTLISTED' },
    { userId: third, jobId: otherJobId, status: 'SHORTLISTED' },
  ]);
  resumeId = await insertResume(test.db, meera, 'meera.pdf');
  await test.db
    .updateTable('jobApplication')
    .set({ resumeMediaId: resumeId })
    .where('id', '=', foreign)
    .execute();
  for (const id of [meera, ravi, foreign]) await insertSnapshot(test.db, id);
});

const create = (ids: readonly string[] = [meera, ravi], more: object = {}): Promise<Answer> =>
  staff.call(`POST /api/v1/staff/jobs/${jobId}/employer-links/create/`, shareBody(ids, more));
const keyIn = ({ body }: Answer): string => new URL(body.url).pathname.split('/')[2] ?? '';
const share = async (ids?: readonly string[]) => {
  const created = await create(ids);
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  return { key: keyIn(created), id: created.body.link.id as string };
};
const listLinks = async () =>
  (await staff.call(`GET /api/v1/staff/jobs/${jobId}/employer-links/`)).body.results;
const revoke = (id: string) => staff.call(`POST /api/v1/staff/employer-links/${id}/revoke/`, {});
const answer = (key: string, more: object = {}, visitor = test.visitor()) =>
  visitor.call('POST /api/v1/moonshot/shortlist/answer/', {
    ...{ key, application_id: meera, version: 0, answer: 'YES', note: 'Please send her on Monday.' },
    ...more,
  });
const findPage = async (key: string): Promise<Shortlist> => (await findShortlist(test.db, key)) as Shortlist;

/** Opens the page in a browser, or posts a form to it. */
function openPage(key: string, fields?: Record<string, string>, address = '198.51.100.9') {
  const path = `/shortlist/${key}/`;
  const page = fields
    ? postStaffForm(test, test.visitor(), path, fields)
    : { request: new Request(`${test.config.siteOrigin}${path}`) };
  Reflect.set(page.request, socketAddressKey, address);
  return loadShortlistPage(test, page, key);
}

describe('[API-42] an employer’s link', () => {
  it('has 128 random bits in its address, of which only the hash is stored, and is in the audit', async () => {
    const created = await create();
    const key = keyIn(created);
    expect(created.body.url).toBe(`${test.config.siteOrigin}/shortlist/${key}/`);
    expect(Buffer.from(key, 'base64url')).toHaveLength(16);
    const rows = await test.db.selectFrom('employerLink').selectAll().execute();
    const events = await test.db.selectFrom('auditEvent').selectAll().execute();
    expect(JSON.stringify([rows, events, await listLinks()])).not.toContain(key);
    const { body: audit } = await staff.call('GET /api/v1/staff/audit-events/');
    expect(audit.results[0]).toMatchObject({ action: 'employerLink.CREATE', subject: 'Farida Shaikh' });
    expect(audit.results[0].details.candidates).toHaveLength(2);
    expect(await listLinks()).toMatchObject([
      { status: 'OPEN', opened_count: 0, reviews: [{ application_id: meera }, { application_id: ravi }] },
    ]);
  });

  it.each([
    ['another job’s candidate', () => [meera, foreign], {}, 'application_ids'],
    ['an unknown candidate', () => [randomUUID()], {}, 'application_ids'],
    ['nobody', () => [], {}, 'application_ids'],
    ['31 days', () => [meera], { days: 31 }, 'days'],
    ['no day', () => [meera], { days: 0 }, 'days'],
    ['a wrong email', () => [meera], { person_email: 'zoya' }, 'person_email'],
    ['no name', () => [meera], { person_name: ' ' }, 'person_name'],
  ])('is not made for %s', async (_, ids, more, field) => {
    const { status, body } = await create(ids(), more);
    expect([status, Object.keys(body.field_errors)]).toEqual([400, [field]]);
    expect(await listLinks()).toEqual([]);
  });

  it('asks no more about a candidate who has an offer, and says so', async () => {
    const { key } = await share([meera, ravi]);
    await test.db.updateTable('jobApplication').set({ status: 'OFFERED' }).where('id', '=', meera).execute();
    const { candidates } = await findPage(key);
    expect(candidates.map(({ decision }) => decision)).toEqual(['Offer made', null]);
  });

  it('is made once by a form that is sent twice, and the last address works', async () => {
    const body = shareBody([meera]);
    const path = `POST /api/v1/staff/jobs/${jobId}/employer-links/create/`;
    const [first, second] = await Promise.all([staff.call(path, body), staff.call(path, body)]);
    const [link] = await listLinks();
    expect(await listLinks()).toHaveLength(1);
    const working = [];
    for (const one of [first, second]) if (await findPage(keyIn(one))) working.push(one.body.is_existing);
    expect(working).toEqual([true]);
    await openPage(keyIn(first.body.is_existing ? first : second));
    const third = await staff.call(path, body);
    expect(third.body).toMatchObject({ url: null, is_existing: true, link: { id: link.id } });
  });

  it('is made and revoked by the forms of the job’s page', async () => {
    const path = `/staff/jobs/${jobId}/employer-links/`;
    const form = {
      ...{ form: 'create', requestId: randomUUID(), personName: 'Farida', personEmail: 'f@boliqo.example' },
      ...{ days: '3', applicationIds: [meera] },
    };
    const post = (fields: Record<string, string | string[]>) =>
      handleEmployerLinkForm(test.api, postStaffForm(test, staff, path, fields), jobId);
    expect((await post({ ...form, days: 'x' })).errors?.fields).toHaveProperty('days');
    expect((await post(form)).created?.url).toMatch(/\/shortlist\/[\w-]{22}\/$/);
    const [link] = await listLinks();
    expect((await post({ form: 'revoke', linkId: link.id })).done).toBe('revoked');
    expect((await listLinks())[0].status).toBe('REVOKED');
  });
});

describe('[C-39] the page of an employer’s link', () => {
  it('shows the candidates without phone, email and LinkedIn, also where they typed them', async () => {
    const { phone, email } = await test.db
      .selectFrom('jobApplication')
      .innerJoin('appUser', 'appUser.id', 'userId')
      .select(['phoneE164 as phone', 'email'])
      .where('jobApplication.id', '=', meera)
      .executeTakeFirstOrThrow();
    const national = phone.slice(3);
    const coverNote = `Call 0${national.slice(0, 5)} ${national.slice(5)} or ${phone}, ${email.toUpperCase()}.`;
    await insertSnapshot(test.db, meera, { coverNote });
    const { key } = await share();
    const shown = await findPage(key);
    const text = JSON.stringify(shown);
    for (const secret of [
      phone,
      national,
      national.slice(5),
      email,
      email.toUpperCase(),
      'linkedin',
      foreign,
    ])
      expect(text).not.toContain(secret);
    expect(shown.candidates[0]).toMatchObject({
      eligibility: { met: ['Graduate'] },
      answers: [{ value: 'I like numbers.' }, { value: 'Call (hidden) or (hidden), (hidden).' }],
      resume: { name: 'meera.pdf', url: `/shortlist/${key}/${meera}/resume` },
    });
    expect((await findSharedResume(test.db, key, meera))?.id).toBe(resumeId);
    expect(await findSharedResume(test.db, key, ravi)).toBeNull();
  });

  it('leads to a portfolio only while it is public, and never to a secret address', async () => {
    const { userId } = await test.db
      .updateTable('jobApplication')
      .set({ portfolioSlug: 'meera-1234' })
      .where('id', '=', meera)
      .returning('userId')
      .executeTakeFirstOrThrow();
    const values = { id: randomUUID(), userId, slug: 'meera-1234', shareSlug: 'secret-5678' };
    await test.db.insertInto('portfolio').values(values).execute();
    const { key } = await share();
    const shown = [];
    for (const visibility of ['PUBLIC', 'UNLISTED', 'PRIVATE'] as const) {
      await test.db.updateTable('portfolio').set({ visibility }).execute();
      shown.push((await findPage(key)).candidates[0]?.portfolioSlug);
    }
    expect(shown).toEqual(['meera-1234', null, null]);
  });

  const closed: [string, (link: { key: string; id: string }) => Promise<string>][] = [
    ['a guessed key', async () => randomBytes(16).toString('base64url')],
    ['a key of another form', async () => 'short'],
    ['a key in other letters', async ({ key }) => key.replace(/[a-zA-Z]/g, (one) => swapCase(one))],
    [
      'the stored hash',
      async () =>
        (await test.db.selectFrom('employerLink').select('keyHash').executeTakeFirstOrThrow()).keyHash,
    ],
    ['a revoked link', async ({ key, id }) => (await revoke(id)) && key],
    [
      'an expired link',
      async ({ key }) => {
        await travel(test.db, 8 * day);
        return key;
      },
    ],
    [
      'a deleted link',
      async ({ key, id }) => {
        await test.db.deleteFrom('employerLink').where('id', '=', id).execute();
        return key;
      },
    ],
  ];
  it.each(closed)('shows nothing for %s: no page, no résumé, no answer', async (_, close) => {
    const key = await close(await share());
    const page = (await openPage(key)) as Response;
    expect([page.status, page.body, page.headers.get('cache-control')]).toEqual([404, null, 'no-store']);
    expect([page.headers.get('x-robots-tag'), page.headers.get('referrer-policy')]).toEqual([
      'noindex',
      'same-origin',
    ]);
    expect(await findSharedResume(test.db, key, meera)).toBeNull();
    const { status, body } = await answer(key);
    expect([status, body.error_code, body.error]).toEqual([404, 'NOT_FOUND', 'This link does not work']);
    expect(await test.db.selectFrom('employerAnswer').selectAll().execute()).toEqual([]);
    expect((await listLinks())[0]?.opened_count ?? 0).toBe(0);
  });

  it.each([
    ['another job’s candidate', async () => foreign],
    ['a candidate of the job who was not shared', async () => ravi],
    ['a candidate who has withdrawn', async () => setStatus('WITHDRAWN')],
    ['a candidate who was not selected', async () => setStatus('NOT_SELECTED')],
    ['an application that is no id', async () => 'x'],
  ])('shows nothing of %s', async (_, change) => {
    const { key } = await share([meera]);
    const id = await change();
    const { candidates, withdrawn } = await findPage(key);
    expect(candidates.filter(({ applicationId }) => applicationId === id)).toEqual([]);
    expect(withdrawn).toBe(id === meera ? 1 : 0);
    expect(await findSharedResume(test.db, key, id)).toBeNull();
    expect((await answer(key, { application_id: id })).status).toBe(id === 'x' ? 400 : 404);
  });

  it('[C-12] rejects a network after 60 links that show nothing; hits do not count', async () => {
    const { key } = await share();
    for (let n = 0; n < 60; n += 1) await openPage('nobody');
    expect(((await openPage('nobody')) as Response).status).toBe(429);
    expect(await openPage(key)).toHaveProperty('shortlist');
    expect(((await openPage('nobody', undefined, '192.0.2.44')) as Response).status).toBe(404);
  });
});

describe('[C-19] an expired link', () => {
  it.each([
    ['somebody has seen it', async (key: string) => void (await openPage(key))],
    ['only the scheduled task saw it', () => recordExpiredLinks(test.db)],
  ])('stays expired when the clock goes back after %s', async (_, see) => {
    const { key } = await share();
    await travel(test.db, 8 * day);
    await see(key);
    await travel(test.db, -8 * day + 60);
    expect(await findShortlist(test.db, key)).toBeNull();
    expect((await answer(key)).status).toBe(404);
    expect((await listLinks())[0].status).toBe('EXPIRED');
  });

  it('shows nothing when the clock goes back to before it was made', async () => {
    const { key } = await share();
    await travel(test.db, -60);
    expect(await findShortlist(test.db, key)).toBeNull();
  });
});

const swapCase = (one: string) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase());
async function setStatus(status: 'WITHDRAWN' | 'NOT_SELECTED'): Promise<string> {
  await test.db.updateTable('jobApplication').set({ status }).where('id', '=', meera).execute();
  return meera;
}

const listToday = async () =>
  (await staff.call('GET /api/v1/staff/today/')).body.results.filter(
    ({ kind }: { kind: string }) => kind === 'EMPLOYER',
  );

describe('[API-42] an employer’s answer', () => {
  it('is on Today and on the application until staff mark it as read, and again when it changes', async () => {
    const { key } = await share();
    expect((await answer(key)).body).toEqual({
      answer: 'YES',
      note: 'Please send her on Monday.',
      version: 1,
    });
    expect((await listToday())[0].about).toMatch(/^Yes from Farida Shaikh · /);
    const [{ reviews }] = await listLinks();
    const path = `/staff/applications/${meera}/`;
    const fields = { form: 'employer-answer', reviewId: reviews[0].id, version: '1' };
    const markRead = () => handleApplicationForm(test.api, postStaffForm(test, staff, path, fields), meera);
    expect((await markRead()).done).toBe('changed');
    expect(await listToday()).toEqual([]);
    expect((await markRead()).done).toBe('changed');
    expect((await answer(key, { version: 1, answer: 'NO', note: '' })).body).toMatchObject({ version: 2 });
    expect(await listToday()).toHaveLength(1);
    expect((await markRead()).errors?.errorCode).toBe('STALE_WRITE');
    const history = await test.db.selectFrom('employerAnswer').select('answer').orderBy('version').execute();
    expect(history.map((one) => one.answer)).toEqual(['YES', 'NO']);
  });

  it('leaves Today when staff move the application', async () => {
    const { key } = await share();
    await answer(key);
    const move = { application_ids: [meera], action: 'HOLD', reason_code: 'OTHER' };
    expect((await staff.call('POST /api/v1/staff/job-applications/move/', move)).body.moved).toBe(1);
    expect(await listToday()).toEqual([]);
  });

  it('is saved by the form of the page, which shows what is wrong', async () => {
    const { key } = await share();
    const fields = { applicationId: meera, version: '0', answer: '', note: 'Hm' };
    const rejected = (await openPage(key, fields)) as ShortlistPage;
    expect([rejected.errors?.fields.answer, rejected.values.note]).toEqual([
      'Please choose Yes, Maybe or No',
      'Hm',
    ]);
    const saved = (await openPage(key, { ...fields, answer: 'MAYBE' })) as Response;
    expect([saved.status, saved.headers.get('location')]).toEqual([
      303,
      `/shortlist/${key}/?saved=${meera}#candidate-${meera}`,
    ]);
    expect((await findPage(key)).candidates[0]?.review).toMatchObject({ answer: 'MAYBE', note: 'Hm' });
    expect(((await openPage('nobody', fields)) as Response).status).toBe(404);
  });

  it('[C-42] is stored once when it is sent many times at once, and a different one is rejected', async () => {
    const { key } = await share();
    const same = await Promise.all(Array.from({ length: 6 }, () => answer(key)));
    expect(same.map(({ status, body }) => [status, body.version])).toEqual(Array(6).fill([200, 1]));
    const others = await Promise.all(['NO', 'MAYBE'].map((one) => answer(key, { version: 1, answer: one })));
    expect(others.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await test.db.selectFrom('employerAnswer').selectAll().execute()).toHaveLength(2);
  });

  it('[C-12] changes 60 times an hour per link, and the first and the latest 20 are stored', async () => {
    const { key } = await share();
    for (let version = 0; version < 60; version += 1)
      expect((await answer(key, { version, note: `${version}` })).status).toBe(200);
    expect((await answer(key, { version: 60, note: '59' })).status).toBe(200);
    const { status, body } = await answer(key, { version: 60, note: 'More' });
    expect([status, body.error]).toEqual([429, expect.stringMatching(/^You have changed many answers. Try/)]);
    const fields = { applicationId: meera, version: '60', answer: 'NO', note: 'More' };
    expect(await openPage(key, fields)).toMatchObject({ errors: { status: 429 }, values: { note: 'More' } });
    const stored = await test.db.selectFrom('employerAnswer').select('version').orderBy('version').execute();
    expect(stored.map(({ version }) => version)).toEqual([
      1,
      ...Array.from({ length: 19 }, (_, n) => n + 42),
    ]);
  });

  it('[C-12] of a busy network is sent again after a signed wait', async () => {
    const { key } = await share();
    await test.db
      .insertInto('rateCounter')
      .values({
        ...{ key: 'ip:shortlist-answer:203.0.113.1', count: 1200 },
        expiresAt: new Date(Date.now() + 600_000),
      })
      .execute();
    const fields = { applicationId: meera, version: '0', answer: 'YES', note: '' };
    const { errors } = (await openPage(key, fields)) as ShortlistPage;
    expect([errors?.status, errors?.wait]).toMatchObject([428, { text: expect.any(String) }]);
    const early = await openPage(key, { ...fields, wait: errors?.wait?.text ?? '' });
    expect(early).toMatchObject({ errors: { wait: { text: errors?.wait?.text } } });
  });

  it('[C-42] is never stored after its link was revoked', async () => {
    const { key, id } = await share();
    const late = async () => {
      await revoke(id);
      return (await answer(key, { answer: 'NO' })).status;
    };
    const [, status] = await Promise.all([answer(key), late()]);
    expect(status).toBe(404);
    const [{ reviews }] = await listLinks();
    expect(reviews[0].answer).not.toBe('NO');
  });
});
