import { beforeEach, describe, expect, it } from 'vitest';
import { searchWords } from '#lib/domain/hiring/jobs/job-search.ts';
import { jsonFeedOf, rssOf } from '#lib/server/core/feed.ts';
import { readFeed } from '#lib/server/hiring/jobs/feed.ts';
import { listJobs } from '#lib/server/hiring/jobs/search-jobs.ts';
import { useTestApi } from '../../support/api.ts';
import { requirePlaceId, signUpCandidate } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';

const test = useTestApi();
const path = '/api/v1/moonshot/jobs/';

beforeEach(() => restoreJobs(test.db));

interface SearchResponse {
  count: number;
  results: { slug: string; title: string; family: string; level: string; work_mode: string }[];
  facets: Record<'family' | 'level' | 'work_mode' | 'city', { value: string; count: number }[]>;
}
const find = async (query: Record<string, string> = {}): Promise<SearchResponse> =>
  (await test.visitor().call(`GET ${path}?${new URLSearchParams({ limit: '100', ...query })}`)).body;
const slugs = ({ results }: SearchResponse) => results.map(({ slug }) => slug).sort();

describe('[API-41] words', () => {
  it.each([
    ['sales jobs in Pune', ['sale', 'pune']],
    ['Accounts  PAYABLE, accounts', ['account', 'payable']],
    ['jobs', ['job']],
    ["%_\\ '); drop", ['drop']],
    ['', []],
  ])('of “%s”', (text, words) => expect(searchWords(text)).toEqual(words));

  it('all match, in the title, the tagline, the employer or the location', async () => {
    const byTitle = await find({ search: 'voice tamil' });
    expect(byTitle.count).toBeGreaterThan(0);
    expect(byTitle.results.every(({ family }) => family === 'VOICE_SUPPORT')).toBe(true);
    const inPune = await find({ city: 'Pune' });
    const byPlace = await find({ search: 'jobs in pune' });
    expect(slugs(byPlace)).toEqual(expect.arrayContaining(slugs(inPune)));
    expect((await find({ search: 'astronaut' })).count).toBe(0);
  });

  it('match the beginning of a word, not its middle, and are not patterns', async () => {
    expect((await find({ search: 'oice' })).count).toBe(0);
    expect((await find({ search: 'c' })).count).toBe(0);
    expect((await find({ search: 'voi' })).count).toBeGreaterThan(0);
  });

  it.each(['.*', '%', '_', 'C++', '!?'])('“%s” contains no word and finds nothing', async (search) => {
    expect(await find({ search })).toMatchObject({ count: 0, results: [] });
    expect((await find({ search: '  ' })).count).toBe(18);
  });

  it('in the title rank first', async () => {
    const { results } = await find({ search: 'customers' });
    const named = results.map(({ title }) => /customer/i.test(title));
    expect(new Set(named).size).toBe(2);
    expect(named).toEqual([...named].sort((one, other) => Number(other) - Number(one)));
  });
});

describe('[API-41] counts', () => {
  it('show the results of each option with the other filters applied', async () => {
    const all = await find();
    for (const { value, count } of all.facets.city) expect((await find({ city: value })).count).toBe(count);
    const narrowed = await find({ level: 'CL13', work_mode: 'ON_SITE' });
    expect(narrowed.facets.family.reduce((sum, { count }) => sum + count, 0)).toBe(narrowed.count);
    for (const { value, count } of narrowed.facets.level)
      expect((await find({ level: value, work_mode: 'ON_SITE' })).count).toBe(count);
    for (const { value, count } of narrowed.facets.work_mode)
      expect((await find({ level: 'CL13', work_mode: value })).count).toBe(count);
  });

  it('show how many jobs accept applications', async () => {
    await test.db
      .updateTable('job')
      .set({ status: 'PAUSED' })
      .where('slug', '=', 'voice-support-associate-cl13')
      .execute();
    const { count, openCount } = await listJobs(test.db, { limit: 20, offset: 0 }, null);
    expect([openCount, count]).toEqual([16, 18]);
    const voice = await listJobs(test.db, { family: 'VOICE_SUPPORT', limit: 1, offset: 0 }, null);
    expect(voice.count - voice.openCount).toBe(1);
  });

  it('are shown when the search finds nothing', async () => {
    const { count, facets } = await find({ search: 'astronaut' });
    expect([count, facets]).toEqual([0, { family: [], level: [], work_mode: [], city: [] }]);
  });

  it('[C-30] a search that is too long is rejected with an error at its field', async () => {
    const { status, body } = await test.visitor().call(`GET ${path}?search=${'a'.repeat(81)}`);
    expect([status, Object.keys(body.field_errors)]).toEqual([400, ['search']]);
  });
});

describe('[API-41] feeds', () => {
  const site = 'https://liftoff.example';
  const read = (query: string) => readFeed(test.db, new URL(`/moonshot/jobs/feed.xml${query}`, site), site);

  it('list the open jobs of a search, newest first', async () => {
    const feed = await read('?family=VOICE_SUPPORT');
    const { results } = await find({ family: 'VOICE_SUPPORT' });
    expect(feed.items.map(({ url }) => new URL(url).pathname).sort()).toEqual(
      results.map(({ slug }) => `/moonshot/jobs/${slug}/`).sort(),
    );
    const times = feed.items.map(({ postedAt }) => postedAt.getTime());
    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect(feed.pageUrl).toBe('https://liftoff.example/moonshot/jobs/?family=VOICE_SUPPORT');
    expect((await read('')).items).toHaveLength(17);
  });

  it('escape special characters', async () => {
    const title = 'Ready & <able>"\u0001';
    await test.db.updateTable('job').set({ title }).execute();
    const feed = await read('?level=CL12');
    expect(rssOf(feed)).toContain('<title>Ready &amp; &lt;able&gt;&quot;, ');
    expect(rssOf(feed)).toContain('rel="self"');
    const json = JSON.parse(jsonFeedOf(feed));
    expect(json.version).toBe('https://jsonfeed.org/version/1.1');
    expect(json.items[0].title).toContain(title);
  });
});

describe('[API-41] a search with a typing error', () => {
  it.each([
    ['excell', 'excel'],
    ['custmer support', 'customer support'],
    ['vocie tamli', 'voice tamil'],
  ])('“%s” lists the jobs for “%s”', async (typed, meant) => {
    const found = (await test.visitor().call(`GET ${path}?search=${typed}`)).body;
    expect([found.corrected_search, found.count > 0]).toEqual([
      expect.stringContaining(meant.slice(0, 4)),
      true,
    ]);
    expect(slugs(await find({ search: typed }))).toEqual(slugs(await find({ search: meant })));
  });

  it('has one letter too many although another word begins so, and finds both', async () => {
    const [job] = (await find({ search: 'excel' })).results;
    await test.db
      .updateTable('job')
      .set({ summary: 'You write excellent letters.' })
      .where('slug', '=', 'voice-support-associate-cl13')
      .execute();
    const found = (await test.visitor().call(`GET ${path}?search=excell`)).body;
    expect(found.corrected_search).toBe('excel');
    const listed = found.results.map(({ slug }: { slug: string }) => slug);
    expect(listed).toEqual(expect.arrayContaining([job?.slug, 'voice-support-associate-cl13']));
    await test.db
      .updateTable('job')
      .set({ title: 'Excell partner' })
      .where('slug', '=', 'voice-support-associate-cl13')
      .execute();
    expect((await test.visitor().call(`GET ${path}?search=excell`)).body.corrected_search).toBeNull();
  });

  it.each([
    ['Bangalore', 'bengaluru'],
    ['accounts in bangalore', 'account bengaluru'],
    ['gurgaon', 'gurugram'],
  ])('“%s” has the former name of a city, and lists the jobs for “%s”', async (search, meant) => {
    const found = (await test.visitor().call(`GET ${path}?search=${encodeURIComponent(search)}`)).body;
    expect([found.corrected_search, found.count > 0]).toEqual([meant, true]);
    expect(slugs(await find({ search }))).toEqual(slugs(await find({ search: meant })));
  });

  it('is corrected only if it finds nothing, and not beyond recognition', async () => {
    for (const search of ['voi', 'astronaut', 'oice', 'xy'])
      expect((await test.visitor().call(`GET ${path}?search=${search}`)).body.corrected_search).toBeNull();
  });
});

describe('[API-41] pay', () => {
  const yearly = ({ compensation: { max, period } }: { compensation: { max: number; period: string } }) =>
    max * (period === 'MONTH' ? 12 : 1);

  it('orders open jobs, the highest first, and those with unpublished pay last', async () => {
    await test.db.updateTable('job').set({ salaryIsPublic: false }).where('level', '=', 'CL12').execute();
    await test.db
      .updateTable('job')
      .set({ salaryPeriod: 'MONTH', salaryMin: 50_000, salaryMax: 90_000 })
      .where('slug', '=', 'voice-support-associate-cl13')
      .execute();
    const { results } = (await test.visitor().call(`GET ${path}?sort=PAY&limit=100`)).body;
    const open = results.filter(({ status }: { status: string }) => status === 'OPEN');
    expect(open[0].slug).toBe('voice-support-associate-cl13');
    const shown = open.filter(
      (job: { compensation: { max: number | null } }) => job.compensation.max !== null,
    );
    expect(open.slice(0, shown.length)).toEqual(shown);
    expect(shown.map(yearly)).toEqual(
      shown.map(yearly).toSorted((one: number, other: number) => other - one),
    );
  });

  it('filters jobs by the most that they pay in a year, and counts them', async () => {
    const all = (await test.visitor().call(`GET ${path}?limit=100`)).body;
    const enough = all.results.filter((job: Parameters<typeof yearly>[0]) => yearly(job) >= 400_000);
    const found = await find({ min_pay: '400000' });
    expect(slugs(found)).toEqual(slugs({ ...found, results: enough }));
    expect(found.facets.level.reduce((sum, { count }) => sum + count, 0)).toBe(found.count);
    expect((await test.visitor().call(`GET ${path}?min_pay=much`)).status).toBe(400);
  });
});

it('[API-41] open jobs in the candidate’s preferred cities come first, unless they choose a city or an order', async () => {
  const { visitor } = await signUpCandidate(test, {
    preferred_location_ids: [await requirePlaceId(test.db, 'Pune')],
  });
  const read = async (query = '') => (await visitor.call(`GET ${path}?limit=100${query}`)).body;
  const { results, preferred_cities } = await read();
  const ranks = results.map(({ status, locations }: { status: string; locations: { city: string }[] }) =>
    status !== 'OPEN' ? 2 : locations.some(({ city }) => city === 'Pune') ? 0 : 1,
  );
  expect([preferred_cities, new Set(ranks).size]).toEqual([['Pune'], 3]);
  expect(ranks).toEqual(ranks.toSorted());
  expect((await read('&sort=NEWEST')).preferred_cities).toEqual([]);
});
