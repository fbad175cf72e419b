import { describe, expect, it } from 'vitest';
import { listAlumni, listBatches, listCoaches, listPrograms } from '#lib/server/catalog/content/index.ts';
import { useTestApi } from '../../support/api.ts';
import { signUp } from '../../support/auth/people.ts';

const test = useTestApi();
const lists = [
  '/api/v1/public/coaches/',
  '/api/v1/public/alumni/',
  '/api/v2/public/alumni/',
  '/api/v1/public/reviews/',
];

describe.each(lists)('GET %s', (path) => {
  const get = (query = '') => test.visitor().call(`GET ${path}${query}`);

  it('[API-22] [API-52] returns count, next and results to everyone', async () => {
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['count', 'next', 'results']);
    expect(body.results.length).toBe(Math.min(20, body.count));
    expect(body.count).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toMatch(/"(email|phone|full_phone)":/);
  });

  it('[C-30] treats an empty offset and limit as absent, and pages through all entries once', async () => {
    expect((await get('?offset=&limit=')).body).toEqual((await get()).body);
    const seen: string[] = [];
    let next: string | null = `${path}?limit=7&offset=0`;
    let count = 0;
    while (next) {
      const { body } = await test.visitor().call(`GET ${next}`);
      seen.push(...body.results.map(({ id }: { id: string }) => id));
      ({ next, count } = body);
    }
    expect(seen).toHaveLength(count);
    expect(new Set(seen).size).toBe(count);
  });

  it.each([
    '?limit=0',
    '?limit=101',
    '?limit=ten',
    '?offset=-1',
    '?offset=10001',
    '?limit=1&limit=2',
    '?offset=1.5',
  ])('[C-30] rejects %s', async (query) => {
    const { status, body } = await get(query);
    expect([status, body.error_code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(Object.keys(body.field_errors)).toHaveLength(1);
  });

  it('[C-30] returns an empty page past the end', async () => {
    expect((await get('?offset=10000')).body).toMatchObject({ next: null, results: [] });
  });
});

it('[API-52] version 1 of alumni stays flat, version 2 tells the step', async () => {
  const [v1, v2] = await Promise.all(
    ['v1', 'v2'].map((version) => test.visitor().call(`GET /api/${version}/public/alumni/?limit=1`)),
  );
  const [flat] = v1?.body.results ?? [];
  const [full] = v2?.body.results ?? [];
  const added = Object.keys(full).filter((key) => !(key in flat));
  expect(added.toSorted()).toEqual(['previous_company', 'previous_role', 'transition', 'video_url']);
  expect(full).toMatchObject(flat);
});

it('[API-22] pages and calls show the same coaches', async () => {
  const { body } = await test.visitor().call('GET /api/v1/public/coaches/?limit=100');
  expect(body.results.map(({ slug }: { slug: string }) => slug)).toEqual(
    listCoaches().map(({ slug }) => slug),
  );
  expect(body.count).toBe(listCoaches().length);
  expect(listAlumni().length).toBeGreaterThan(0);
});

describe('[API-50] the eligible batch', () => {
  it('includes the server’s time, which determines its status', async () => {
    const before = Date.now();
    const { status, body } = await test.visitor().call('GET /api/v1/public/cap/eligible-batch/');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['batch', 'next_batch', 'server_time']);
    expect(Math.abs(Date.parse(body.server_time) - before)).toBeLessThan(60_000);
    const open = listBatches().filter(
      (one) => one.programType === 'CAREER_ACCELERATOR_PROGRAM' && one.applicationsCloseAt.getTime() > before,
    );
    if (!open.length) return expect(body.batch).toBeNull();
    for (const one of [body.batch, body.next_batch].filter(Boolean)) {
      expect(one.program_type).toBe('CAREER_ACCELERATOR_PROGRAM');
      expect(['PLANNED', 'OPEN', 'FILLING_FAST', 'FULL']).toContain(one.status);
      expect(Object.keys(one)).not.toContain('is_planned');
    }
  });
});

describe('[API-50] the counselling link', () => {
  const link = (slug: string) => `GET /api/v1/programs/${slug}/counselling-calendly-link/`;
  const taking = listPrograms().find(({ counselling }) => counselling?.available);
  const others = listPrograms().filter(({ counselling }) => !counselling?.available);

  it('contains the signed-in person and the campaign', async () => {
    const { visitor, email } = await signUp(test);
    visitor.cookies.set('utm_session', 's=news%20letter&c=autumn');
    const { status, body } = await visitor.call(link(taking?.slug ?? ''));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      program_slug: taking?.slug,
      available: true,
      url: taking?.counselling?.url,
    });
    const query = Object.fromEntries(new URL(body.prefilled_url).searchParams);
    expect(query).toMatchObject({
      name: 'Asha Verma',
      email,
      utm_source: 'news letter',
      utm_campaign: 'autumn',
    });
  });

  it('has no parameters for a visitor', async () => {
    const { body } = await test.visitor().call(link(taking?.slug ?? ''));
    expect(body.prefilled_url).toBe(new URL(taking?.counselling?.url ?? '').href);
  });

  it('reports when counselling is not available', async () => {
    for (const { slug, counselling } of others) {
      const { status, body } = await test.visitor().call(link(slug));
      expect(status).toBe(200);
      expect(body).toMatchObject({ available: false, url: null, prefilled_url: null });
      expect(body.fallback).toBe(counselling?.fallback ?? null);
    }
  });

  it.each(['no-such-programme', '%3Cscript%3E', 'toString'])('404 PROGRAM_NOT_FOUND for %s', async (slug) => {
    const { status, body } = await test.visitor().call(link(slug));
    expect([status, body.error_code]).toEqual([404, 'PROGRAM_NOT_FOUND']);
  });
});
