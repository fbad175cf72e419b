import { expect, it } from 'vitest';
import { addressLimit } from '#lib/domain/portfolio/portfolio.ts';
import { createPortfolio } from '#lib/server/portfolio/create-portfolio.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import {
  getPortfolio,
  portfolios,
  signUpPortfolioOwner,
  statusAndCode,
} from '../../support/portfolio/portfolios.ts';

const test = useTestApi();

it('[API-30] a former address redirects to the current one', async () => {
  const owner = await signUpPortfolioOwner(test);
  expect((await owner.update({ slug: 'asha', visibility: 'PUBLIC' })).body.slug).toBe('asha');
  for (const address of [owner.slug, 'asha', 'ASHA']) {
    const { status, body } = await getPortfolio(test.visitor(), address);
    expect([status, body.slug]).toEqual([200, 'asha']);
  }
});

it('[API-30] an address that redirects to another person’s portfolio cannot be claimed; its owner can reuse it', async () => {
  const asha = await signUpPortfolioOwner(test);
  const ravi = await signUpPortfolioOwner(test);
  await asha.update({ slug: 'asha' });
  for (const slug of ['asha', asha.slug]) {
    const rejected = await ravi.update({ slug });
    expect(statusAndCode(rejected)).toEqual([409, 'SLUG_TAKEN']);
    expect(rejected.body.field_errors).toHaveProperty('slug');
  }
  expect(await ravi.read()).toMatchObject({ slug: ravi.slug, version: 1 });
  expect((await asha.update({ slug: asha.slug })).body.slug).toBe(asha.slug);
});

it('[API-30] [C-42] of ten people who claim one address in parallel, one gets it', async () => {
  const owners = [];
  for (let n = 0; n < 10; n += 1) owners.push(await signUpPortfolioOwner(test));
  const answers = await Promise.all(
    owners.map((owner) => owner.patch('update/', { version: 1, slug: 'the-one' })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.error_code === 'SLUG_TAKEN')).toHaveLength(9);
});

it('one portfolio can claim only a limited number of addresses', async () => {
  const owner = await signUpPortfolioOwner(test);
  for (let n = 1; n < addressLimit; n += 1)
    expect((await owner.update({ slug: `address-${n}` })).status).toBe(200);
  const rejected = await owner.update({ slug: 'one-too-many' });
  expect(statusAndCode(rejected)).toEqual([409, 'LIMIT_REACHED']);
  expect(await owner.read()).toMatchObject({ slug: `address-${addressLimit - 1}` });
  expect((await owner.update({ slug: 'address-1' })).status).toBe(200);
});

it('[C-42] a second person with the same name gets a different address, even if the first one no longer uses theirs', async () => {
  const first = await signUpPortfolioOwner(test);
  await first.update({ slug: 'elsewhere' });
  const second = await signUpVerified(test);
  const { id } = await test.db
    .selectFrom('appUser')
    .select('id')
    .where('phoneE164', '=', second.e164)
    .executeTakeFirstOrThrow();
  const slugs = [first.slug, 'elsewhere', 'free'];
  await createPortfolio(test.db, { id, firstName: 'A', lastName: 'V' }, () => slugs.shift() ?? '');
  const { body } = await second.visitor.call(`GET ${portfolios}`);
  expect(body.results[0].slug).toBe('free');
  expect((await getPortfolio(first.visitor, first.slug)).body.slug).toBe('elsewhere');
});
