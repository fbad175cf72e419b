import { limitAsync } from 'es-toolkit/promise';
import { expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { portfolios, signUpPortfolioOwner } from '../../support/portfolio/portfolios.ts';
import type { Answer } from '../../support/visitor.ts';

const test = useTestApi();
const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
const statuses = (answers: Answer[]) => Map.groupBy(answers, ({ status }) => status);

it('[C-42] 20 parallel first reads create one portfolio', async () => {
  const { visitor } = await signUpVerified(test);
  const answers = await times(20, () => visitor.fork().call(`GET ${portfolios}`));
  expect(new Set(answers.map(({ body }) => body.results[0].id)).size).toBe(1);
  expect(await test.db.selectFrom('portfolio').select('id').execute()).toHaveLength(1);
  expect(await test.db.selectFrom('portfolioSlug').select('slug').execute()).toHaveLength(1);
});

it('[API-33] [C-42] of 20 projects that are featured in parallel, one is featured', async () => {
  const owner = await signUpPortfolioOwner(test);
  const ids: string[] = [];
  for (let n = 0; n < 20; n += 1)
    ids.push((await owner.post('projects/create/', { title: `P${n}` })).body.project.id);
  const answers = await times(20, (n) => owner.post(`projects/${ids[n]}/mark-as-featured/`));
  expect([...statuses(answers).keys()]).toEqual([200]);
  const { projects, featured_project_id } = await owner.read();
  const featured = projects.filter(({ is_featured }: { is_featured: boolean }) => is_featured);
  expect(featured).toMatchObject([{ id: featured_project_id }]);
  const last = answers.reduce((a, b) => (a.body.version > b.body.version ? a : b));
  expect(last.body.featured_project_id).toBe(featured_project_id);
});

it('[API-30] of 20 tabs that save the same version in parallel, one succeeds', async () => {
  const owner = await signUpPortfolioOwner(test);
  const answers = await times(20, (n) => owner.patch('update/', { version: 1, headline: `Tab ${n}` }));
  const { 200: saved = [], 409: rejected = [] } = Object.fromEntries(statuses(answers));
  expect([saved.length, rejected.length]).toEqual([1, 19]);
  const now = await owner.read();
  expect(now).toEqual(saved[0]?.body);
  for (const { body } of rejected) {
    expect(body.error_code).toBe('STALE_WRITE');
    expect(body.current).toEqual(now);
  }
});

it.each([
  ['links', (n: number) => ({ url: `https://a.example/${n}` })],
  ['published-works', (n: number) => ({ title: 'X', url: `https://a.example/${n}` })],
  ['projects', () => ({ title: 'X' })],
] as const)(
  '[C-42] %s are limited to 50 under parallel requests, in an order without gaps',
  async (kind, make) => {
    const owner = await signUpPortfolioOwner(test);
    const create = (n: number) => owner.post(`${kind}/create/`, { ...make(n), order: n % 7 });
    // As many at once as the pool has connections; more would wait for one, until a busy machine answers 503.
    const answers = await times(60, limitAsync(create, 10));
    const { 200: made = [], 409: rejected = [] } = Object.fromEntries(statuses(answers));
    expect([made.length, rejected.length]).toEqual([50, 10]);
    expect(new Set(rejected.map(({ body }) => body.error_code))).toEqual(new Set(['LIMIT_REACHED']));
    const entries: { order: number }[] = (await owner.read())[kind.replace('-', '_')];
    expect(entries.map(({ order }) => order)).toEqual([...entries.keys()]);
    expect(entries).toHaveLength(50);
  },
);

it('[API-31] [C-42] 20 parallel requests create one link, and all return it', async () => {
  const owner = await signUpPortfolioOwner(test);
  const answers = await times(20, () => owner.post('links/create/', { url: 'https://a.example/' }));
  expect([...statuses(answers).keys()]).toEqual([200]);
  expect(new Set(answers.map(({ body }) => body.link.id)).size).toBe(1);
  expect(answers.filter(({ body }) => !body.is_existing)).toHaveLength(1);
});

it('[C-42] parallel moves and deletions leave an order without gaps', async () => {
  const owner = await signUpPortfolioOwner(test);
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1)
    ids.push((await owner.post('links/create/', { url: `https://a.example/${n}` })).body.link.id);
  await times(12, (n) =>
    n % 3
      ? owner.patch(`links/${ids[n]}/update/`, { order: (n * 5) % 12 })
      : owner.remove(`links/${ids[n]}/delete/`),
  );
  const { links, version } = await owner.read();
  expect(links.map(({ order }: { order: number }) => order)).toEqual([...Array(8).keys()]);
  expect(version).toBe(1 + 12 + 12);
});
