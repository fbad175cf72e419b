import { expect, it } from 'vitest';
import type { Endpoint } from '#lib/contract/core/endpoint.ts';
import { portfolioEntryRoutes } from '#lib/contract/portfolio/portfolio-entries.ts';
import { portfolioRoutes } from '#lib/contract/portfolio/portfolio-routes.ts';
import { useTestApi } from '../../support/api.ts';
import { signUp, signUpVerified } from '../../support/auth/people.ts';
import {
  type PortfolioOwner,
  signUpPortfolioOwner,
  statusAndCode,
} from '../../support/portfolio/portfolios.ts';

const test = useTestApi();
const nobody = '01890000-0000-7000-8000-000000000000';

/** A valid body for each endpoint. The first test fails if an endpoint of the contract is missing here. */
const bodies: Record<string, object | undefined> = {
  'PATCH update/': { version: 4 },
  'POST links/create/': { url: 'https://new.example' },
  'PATCH links/{linkId}/update/': { label: 'Mine' },
  'DELETE links/{linkId}/delete/': undefined,
  'POST published-works/create/': { title: 'New', url: 'https://new.example' },
  'PATCH published-works/{publishedWorkId}/update/': { title: 'Mine' },
  'DELETE published-works/{publishedWorkId}/delete/': undefined,
  'POST projects/create/': { title: 'New' },
  'PATCH projects/{projectId}/update/': { title: 'Mine' },
  'POST projects/{projectId}/mark-as-featured/': {},
  'DELETE projects/{projectId}/delete/': undefined,
};
const writes = Object.keys(bodies);
const ofEntries = writes.filter((key) => key.includes('{'));

/** Creates a portfolio with one entry of each kind, at version 4. */
async function filledPortfolio() {
  const owner = await signUpPortfolioOwner(test);
  const { link } = (await owner.post('links/create/', { url: 'https://one.example' })).body;
  const work = { title: 'One', url: 'https://one.example' };
  const { published_work } = (await owner.post('published-works/create/', work)).body;
  const { project } = (await owner.post('projects/create/', { title: 'One' })).body;
  const ids: Record<string, string> = {
    linkId: link.id,
    publishedWorkId: published_work.id,
    projectId: project.id,
  };
  return { owner, ids };
}

const fill = (key: string, portfolioId: string, ids: Record<string, string>) =>
  key
    .replace(' ', ` /api/v1/portfolios/${portfolioId}/`)
    .replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? nobody);

const call = (who: Pick<PortfolioOwner, 'visitor'>, key: string, portfolioId: string, ids = {}) =>
  who.visitor.call(fill(key, portfolioId, ids), bodies[key]);

it('this file covers every write endpoint of a portfolio', () => {
  const keys = Object.entries({ ...portfolioRoutes, ...portfolioEntryRoutes } as Record<string, Endpoint>)
    .filter(([key]) => !key.startsWith('GET'))
    .map(([key, { access: who }]) => [key.replace('/api/v1/portfolios/{portfolioId}/', ''), who]);
  expect(keys.map(([key]) => key).sort()).toEqual([...writes].sort());
  expect(new Set(keys.map(([, who]) => who))).toEqual(new Set(['verified']));
});

it.each(writes)('[C-39] %s: the owner is allowed', async (key) => {
  const { owner, ids } = await filledPortfolio();
  const { status, body } = await call(owner, key, owner.id, ids);
  expect([status, body.version]).toEqual([200, 5]);
});

it('[C-39] other people are rejected, with 404 for a private portfolio', async () => {
  const { owner, ids } = await filledPortfolio();
  const other = await signUpVerified(test);
  const errorByVisibility = {
    PRIVATE: [404, 'NOT_FOUND'],
    UNLISTED: [403, 'PERMISSION_DENIED'],
    PUBLIC: [403, 'PERMISSION_DENIED'],
  };
  for (const [visibility, answer] of Object.entries(errorByVisibility)) {
    const { body: before } = await owner.update({ visibility });
    for (const key of writes)
      expect(statusAndCode(await call(other, key, owner.id, ids)), key).toEqual(answer);
    expect(await owner.read()).toEqual(before);
  }
});

it('[C-39] writes require a verified number', async () => {
  const { owner, ids } = await filledPortfolio();
  await owner.update({ visibility: 'PUBLIC' });
  const before = await owner.read();
  const visitor = { visitor: test.visitor() };
  const unverified = await signUp(test);
  for (const key of writes) {
    expect(statusAndCode(await call(visitor, key, owner.id, ids)), key).toEqual([401, 'NOT_AUTHENTICATED']);
    expect(statusAndCode(await call(unverified, key, owner.id, ids)), key).toEqual([
      403,
      'PHONE_NOT_VERIFIED',
    ]);
  }
  expect(await owner.read()).toEqual(before);
});

it('[C-39] an entry of another portfolio returns 404 to everyone', async () => {
  const first = await filledPortfolio();
  const second = await filledPortfolio();
  const before = [await first.owner.read(), await second.owner.read()];
  for (const key of ofEntries)
    expect(statusAndCode(await call(first.owner, key, first.owner.id, second.ids)), key).toEqual([
      404,
      'NOT_FOUND',
    ]);
  expect([await first.owner.read(), await second.owner.read()]).toEqual(before);
});

it.each([nobody, 'first', '%00'])('a portfolio or an entry %s answers 404', async (id) => {
  const { owner, ids } = await filledPortfolio();
  const before = await owner.read();
  for (const key of writes)
    expect(statusAndCode(await call(owner, key, id, ids)), key).toEqual([404, 'NOT_FOUND']);
  const unknown = { linkId: id, publishedWorkId: id, projectId: id };
  for (const key of ofEntries)
    expect(statusAndCode(await call(owner, key, owner.id, unknown)), key).toEqual([404, 'NOT_FOUND']);
  expect(await owner.read()).toEqual(before);
});

it('[C-39] a visitor and an unverified person have no portfolio', async () => {
  const path = 'GET /api/v1/portfolios/';
  expect(statusAndCode(await test.visitor().call(path))).toEqual([401, 'NOT_AUTHENTICATED']);
  const unverified = await signUp(test);
  expect(statusAndCode(await unverified.visitor.call(path))).toEqual([403, 'PHONE_NOT_VERIFIED']);
  expect(await test.db.selectFrom('portfolio').select('id').execute()).toEqual([]);
});
