import type { APIRequestContext } from 'playwright/test';
import { dateText } from '../../src/lib/domain/time-text.ts';
import { type FoundPage, readPage, readSitemap } from './support/found-page.ts';
import { expect, test } from './support/test.ts';

/** What search engines and other sites read: asked once, without a browser's window. */
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
  expect(paths.filter((path) => /^\/programs\/[\w-]+\/$/.test(path))).toHaveLength(8);
  expect(paths.filter((path) => path.startsWith('/moonshot/jobs/')).length).toBeGreaterThan(1);
  expect(paths.filter((path) => path.startsWith('/portfolios/'))).toContain('/portfolios/asha-verma/');
  expect(new Set(paths).size).toBe(paths.length);
});

test('every listed page answers, may be listed, and says that it is itself', async () => {
  for (const { path, status, canonical, robots } of pages) {
    expect(status, path).toBe(200);
    expect(robots, path).toBeNull();
    expect(new URL(canonical ?? '').pathname, path).toBe(path);
  }
});

test('titles and descriptions are there, unique, and of a length that is shown', async () => {
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

/** What each type must have, by the search engines’ own manuals. */
const required: Record<string, readonly string[]> = {
  Organization: ['name', 'url', 'logo'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement'],
  Course: ['name', 'description', 'provider', 'url'],
  FAQPage: ['mainEntity'],
  Person: ['name', 'url', 'description'],
  JobPosting: ['title', 'description', 'datePosted', 'hiringOrganization', 'jobLocation', 'validThrough'],
};

test('structured data can be read, is complete, and is on the page that people see', async () => {
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

/** The words of structured data that a person must find on the page. */
function shownWords(one: Node): string[] {
  const items = nodes(one.itemListElement);
  const questions = nodes(one.mainEntity);
  const reviews = nodes(one.review);
  const rating = one.aggregateRating as { ratingValue: number; reviewCount: number } | undefined;
  return [
    ...items.flatMap(({ name, item }) => [
      name,
      (item as Node | undefined)?.name,
      (item as Node)?.description,
    ]),
    ...questions.flatMap(({ name, acceptedAnswer }) => [name, (acceptedAnswer as Node).text]),
    ...reviews.flatMap(({ name, reviewBody, author }) => [name, reviewBody, (author as Node).name]),
    ...(rating ? [rating.ratingValue.toFixed(1), `${rating.reviewCount} review`] : []),
    ...(one['@type'] === 'Course' ? courseWords(one) : []),
    ...(one['@type'] === 'Person' ? personWords(one) : []),
  ].filter((words): words is string => typeof words === 'string');
}

/** The batch that a course begins with, in the words of its card. */
function courseWords({ name, hasCourseInstance: batch, offers: offer }: Node): unknown[] {
  const { courseMode, courseSchedule, name: batchName } = (batch ?? {}) as Node;
  const { startDate, endDate } = (courseSchedule ?? {}) as Record<string, string>;
  const price = (offer as { price: number } | undefined)?.price;
  return [
    name,
    batchName,
    courseMode,
    ...[startDate, endDate].map((day) => day && dateText(new Date(day), 'UTC')),
    price?.toLocaleString('en-IN'),
  ];
}

/** Whom a portfolio is about. */
function personWords({ name, description, jobTitle, knowsAbout, hasCredential, alumniOf }: Node): unknown[] {
  const named = [...nodes(hasCredential), ...nodes(alumniOf)].map((one) => one.name);
  return [name, description, jobTitle, ...(Array.isArray(knowsAbout) ? knowsAbout : []), ...named];
}

test('what nobody should list says so and is not listed', async ({ request }) => {
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
