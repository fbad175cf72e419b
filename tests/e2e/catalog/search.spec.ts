import type { APIRequestContext } from 'playwright/test';
import { dateText } from '#lib/domain/core/time-text.ts';
import { type FoundPage, readPage, readSitemap } from '../support/found-page.ts';
import { expect, test } from '../support/test.ts';

/** Data for search engines and other sites, requested once and without a browser window. */
let pages: FoundPage[] = [];

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const addresses = await readSitemap(request);
  pages = await Promise.all(addresses.map((address) => readPage(request, address)));
  await request.dispose();
});

test('robots.txt names the sitemap, which lists every public page and open jobs', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toMatch(/^Sitemap: https?:\/\/\S+\/sitemap\.xml$/m);
  const paths = pages.map(({ path }) => path);
  for (const path of [
    '/',
    '/programs/',
    '/coaches/',
    '/alumni/',
    '/reviews/',
    '/moonshot/',
    '/callback/',
    '/terms/',
  ])
    expect(paths).toContain(path);
  expect(paths.filter((path) => /^\/programs\/[\w-]+\/$/.test(path))).toHaveLength(9);
  expect(paths.filter((path) => path.startsWith('/moonshot/jobs/')).length).toBeGreaterThan(1);
  expect(paths.filter((path) => path.startsWith('/portfolios/'))).toContain('/portfolios/asha-verma/');
  expect(new Set(paths).size).toBe(paths.length);
});

test('every listed page returns 200, is indexable, and has itself as its canonical URL', async () => {
  for (const { path, status, canonical, robots } of pages) {
    expect(status, path).toBe(200);
    expect(robots, path).toBeNull();
    expect(new URL(canonical ?? '').pathname, path).toBe(path);
  }
});

test('every page has a unique title and description of a suitable length', async () => {
  for (const key of ['title', 'description'] as const) {
    const texts = pages.map((page) => page[key] ?? '');
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  }
  for (const { path, title, description } of pages) {
    expect(title?.length ?? 0, path).toBeGreaterThan(4);
    expect(description?.length ?? 0, `${path}: ${description}`).toBeGreaterThan(40);
    expect(description?.length ?? 0, `${path}: ${description}`).toBeLessThanOrEqual(180);
  }
});

test('every page has a preview of 1200 by 630 of less than 100 KB', async ({ request }) => {
  for (const address of new Set(pages.map(({ image }) => image ?? ''))) {
    const png = await (await request.get(new URL(address).pathname)).body();
    expect(png.subarray(1, 4).toString(), address).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], address).toEqual([1200, 630]);
    expect(png.length, address).toBeLessThan(100_000);
  }
  expect(pages.find(({ path }) => path === '/programs/embark-pro/')?.image).toContain(
    '/og/programs/embark-pro.png',
  );
});

/** The properties that search engines require of each type. */
const required: Record<string, readonly string[]> = {
  Organization: ['name', 'url', 'logo'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement'],
  Course: ['name', 'description', 'provider', 'url'],
  FAQPage: ['mainEntity'],
  Person: ['name', 'url', 'description'],
  Event: ['name', 'startDate', 'eventStatus', 'location', 'organizer', 'offers'],
  JobPosting: ['title', 'description', 'datePosted', 'hiringOrganization', 'jobLocation', 'validThrough'],
};

test('structured data is valid, complete, and matches the visible page', async () => {
  const types = new Set<string>();
  for (const { path, jsonLd, text } of pages) {
    for (const one of jsonLd) {
      expect(one['@context'], path).toBe('https://schema.org');
      const type = String(one['@type']);
      types.add(type);
      for (const field of required[type] ?? ['a type that the test knows'])
        expect(one[field], `${path} ${type}.${field}`).toBeTruthy();
      for (const words of shownWords(one)) expect(text, `${path} ${type}`).toContain(words);
    }
  }
  expect([...types].toSorted()).toEqual(Object.keys(required).toSorted());
});

type Node = Record<string, unknown>;
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value : []) as Node[];

/** The texts of structured data that must be visible on the page. A missing one is an error. */
function shownWords(one: Node): string[] {
  const byType: Record<string, () => unknown[]> = {
    Organization: () => [one.name],
    BreadcrumbList: () => nodes(one.itemListElement).map(({ name }) => name),
    ItemList: () =>
      nodes(one.itemListElement).flatMap(({ name, item }) => (item ? personWords(item as Node) : [name])),
    FAQPage: () =>
      nodes(one.mainEntity).flatMap(({ name, acceptedAnswer }) => [
        name,
        (acceptedAnswer as Node | undefined)?.text,
      ]),
    Course: () => courseWords(one),
    Person: () => ownerWords(one),
    Event: () => [one.name, one.description],
    JobPosting: () => [one.title, (one.hiringOrganization as Node | undefined)?.name],
  };
  const words = byType[String(one['@type'])]?.() ?? [];
  expect(words.length, JSON.stringify(one).slice(0, 200)).toBeGreaterThan(0);
  return words.map((text, index) => {
    expect(typeof text, `text ${index} of ${JSON.stringify(one).slice(0, 200)}`).toBe('string');
    return text as string;
  });
}

const personWords = ({ name, description, knowsAbout, worksFor }: Node): unknown[] => [
  name,
  description,
  ...(Array.isArray(knowsAbout) && knowsAbout.length > 0 ? knowsAbout : [undefined]),
  ...(worksFor ? [(worksFor as Node).name] : []),
];

/** The texts about a portfolio's owner, without empty fields. */
function ownerWords({ name, description, jobTitle, knowsAbout, hasCredential, alumniOf }: Node): unknown[] {
  const named = [...nodes(hasCredential), ...nodes(alumniOf)].map((one) => one.name);
  const skills = Array.isArray(knowsAbout) ? knowsAbout : [];
  return [name, description, ...(jobTitle ? [jobTitle] : []), ...skills, ...named];
}

function courseWords({ name, review, aggregateRating }: Node): unknown[] {
  const { ratingValue, reviewCount } = (aggregateRating ?? {}) as Record<string, number>;
  const reviews = nodes(review);
  if (!aggregateRating) return [name];
  expect(reviews.length, `reviews of ${name}`).toBeGreaterThan(0);
  return [
    name,
    ratingValue?.toFixed(1),
    reviewCount && `${reviewCount} review`,
    ...reviews.flatMap((one) => [one.name, one.reviewBody, (one.author as Node | undefined)?.name]),
  ];
}

const ofType = (page: FoundPage, type: string) => page.jsonLd.filter((one) => one['@type'] === type);

/** What search engines call the mode that a card names for people. */
const courseModeOf: Record<string, string> = {
  Online: 'Online',
  'In person': 'Onsite',
  'Partly online': 'Blended',
};

test('a course has the batch, the days, the place and the price of its page’s card', async () => {
  const programs = pages.filter(({ path }) => /^\/programs\/[\w-]+\/$/.test(path));
  for (const page of programs) {
    const [course] = ofType(page, 'Course');
    const { title, starts, schedule, fee } = page.batch;
    expect(title, page.path).not.toBe('');
    const instance = course?.hasCourseInstance as Node | undefined;
    const days = (instance?.courseSchedule ?? {}) as Record<string, string>;
    const dayText = (day: string | undefined) => (day ? dateText(new Date(day), 'UTC') : 'no day');
    // A programme of jobs, and one that begins at any time, have no batch and name no day.
    if (!instance) expect(starts, page.path).not.toMatch(/\d/);
    else expect(`${dayText(days.startDate)}, until ${dayText(days.endDate)}`, page.path).toBe(starts);
    if (instance) expect(instance.name, page.path).toBe(title);
    if (instance) expect(courseModeOf[schedule.split(' · ')[0] ?? ''], page.path).toBe(instance.courseMode);
    const offer = course?.offers as { category: string; price: number; priceCurrency: string };
    expect(offer.price === 0 ? 'Free' : `₹${offer.price.toLocaleString('en-IN')}`, page.path).toBe(fee);
    expect([offer.category, offer.priceCurrency], page.path).toEqual([
      offer.price === 0 ? 'Free' : 'Paid',
      'INR',
    ]);
    if (instance) {
      const weeks = Number(/(\d+) weeks, [^.]*hours a week/.exec(page.text)?.[1]);
      expect(instance.courseSchedule, page.path).toMatchObject({
        repeatFrequency: 'Weekly',
        repeatCount: weeks,
      });
      expect(instance.courseWorkload, page.path).toMatch(/^PT\d+H$/);
    }
  }
  // There may be a time without any announced batch; until then most pages have one.
  expect(programs.filter((page) => ofType(page, 'Course')[0]?.hasCourseInstance).length).toBeGreaterThan(0);
});

test('[IMG-01] a person has the data that the API returns for a coach, with a raster picture', async ({
  request,
}) => {
  const page = pages.find(({ path }) => path === '/coaches/');
  const { results } = await (await request.get('/api/v1/public/coaches/?limit=100')).json();
  const persons = nodes(page && ofType(page, 'ItemList')[0]?.itemListElement).map(({ item }) => item as Node);
  expect(persons).toHaveLength(results.length);
  for (const [index, coach] of results.entries()) {
    const { '@type': type, image, ...person } = persons[index] ?? {};
    const isEmployed = coach.company !== 'Independent';
    expect([type, person]).toEqual([
      'Person',
      {
        name: coach.name,
        description: coach.headline,
        knowsAbout: coach.expertise,
        ...(isEmployed && { worksFor: { '@type': 'Organization', name: coach.company } }),
        ...(coach.linkedin_url && { sameAs: coach.linkedin_url }),
      },
    ]);
    if (coach.linkedin_url) expect(page?.links).toContain(coach.linkedin_url);
    expect(new URL(String(image)).href.endsWith(coach.avatar['192X192'].url)).toBe(true);
    const picture = await request.get(coach.avatar['192X192'].url, { headers: { Accept: 'image/*' } });
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  }
});

test('pages that search engines must not index have noindex and are not listed', async ({ request }) => {
  for (const path of [
    '/moonshot/applications/',
    '/programs/embark-pro/brochure/',
    '/no-such-page/',
  ] as const) {
    const page = await readPage(request as APIRequestContext, path);
    expect(page.robots, path).toBe('noindex');
    expect(pages.map((one) => one.path)).not.toContain(path);
  }
  expect((await request.get('/styleguide/')).status()).toBe(404);
});
