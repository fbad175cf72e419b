import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as shareAddresses from '#lib/server/db/migrations/first-release/036-share-addresses.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { ownDatabase, travel } from '../../support/database.ts';
import {
  getPortfolio,
  type PortfolioOwner,
  signUpPortfolioOwner,
  statusAndCode,
} from '../../support/portfolio/portfolios.ts';

/** The secret address of an unlisted portfolio, and the limit of a network that searches for addresses. */

const test = useTestApi();

/** Changes the visibility and returns the address. */
const show = async (owner: PortfolioOwner, visibility: string): Promise<string> =>
  (await owner.update({ visibility })).body.slug;
const statusFor = async (slug: string, visitor = test.visitor()) =>
  (await getPortfolio(visitor, slug)).status;

describe('[C-39] [API-30] an unlisted portfolio', () => {
  it('has an address with 80 random bits, and a new one each time', async () => {
    const owner = await signUpPortfolioOwner(test);
    const other = await signUpPortfolioOwner(test);
    const slugs = [await show(owner, 'UNLISTED'), await show(other, 'UNLISTED')];
    await show(owner, 'PUBLIC');
    slugs.push(await show(owner, 'UNLISTED'));
    const secrets = slugs.map((slug) => /-([0-9abcdefghjkmnpqrstvwxyz]{16})$/.exec(slug)?.[1]);
    expect(new Set(secrets).size).toBe(3);
    expect(secrets).not.toContain(undefined);
    expect(slugs[0]?.startsWith(`${owner.slug}-`)).toBe(true);
    // Every place of 16 has another character somewhere in 40 addresses, so none of them is fixed.
    const seen = Array.from({ length: 16 }, () => new Set<string>());
    for (let n = 0; n < 20; n += 1) {
      await show(owner, 'PRIVATE');
      for (const [at, character] of [...(await show(owner, 'UNLISTED')).slice(-16)].entries())
        seen[at]?.add(character);
    }
    expect(Math.min(...seen.map(({ size }) => size))).toBeGreaterThan(5);
  });

  it('is found by its current secret address only; a readable address leads only its owner to it', async () => {
    const owner = await signUpPortfolioOwner(test);
    await owner.update({ slug: 'asha' });
    await show(owner, 'PUBLIC');
    expect(await statusFor('asha')).toBe(200);
    const secret = await show(owner, 'UNLISTED');
    const stranger = await signUpVerified(test);
    for (const visitor of [test.visitor(), stranger.visitor]) {
      expect(await statusFor(secret, visitor)).toBe(200);
      expect(await statusFor(secret.toUpperCase(), visitor)).toBe(200);
      for (const readable of ['asha', owner.slug]) expect(await statusFor(readable, visitor)).toBe(404);
    }
    for (const slug of ['asha', owner.slug, secret])
      expect((await getPortfolio(owner.visitor, slug)).body).toMatchObject({ slug: secret, is_owner: true });
    expect(JSON.stringify((await getPortfolio(test.visitor(), secret)).body)).not.toContain('"asha"');
  });

  it('has its readable address again when it is public, and its former secret ones lead nowhere', async () => {
    const owner = await signUpPortfolioOwner(test);
    const first = await show(owner, 'UNLISTED');
    expect(await show(owner, 'PUBLIC')).toBe(owner.slug);
    expect((await getPortfolio(test.visitor(), first)).body.slug).toBe(owner.slug);
    expect(await show(owner, 'PRIVATE')).toBe(owner.slug);
    expect(await statusFor(first)).toBe(404);
    const second = await show(owner, 'UNLISTED');
    expect([await statusFor(first), await statusFor(second)]).toEqual([404, 200]);
    await show(owner, 'PUBLIC');
    expect([await statusFor(first), await statusFor(second)]).toEqual([404, 200]);
    expect((await getPortfolio(owner.visitor, first)).body.slug).toBe(owner.slug);
  });

  it('keeps its secret address when other fields change, also when a client sends the address back', async () => {
    const owner = await signUpPortfolioOwner(test);
    const secret = await show(owner, 'UNLISTED');
    const { body } = await owner.update({ slug: secret, visibility: 'UNLISTED', headline: 'Analyst' });
    expect(body).toMatchObject({ slug: secret, headline: 'Analyst' });
    expect((await owner.update({ slug: 'for-later' })).body.slug).toBe(secret);
    expect((await owner.update({ slug: secret, visibility: 'PUBLIC' })).body.slug).toBe('for-later');
  });

  it('cannot be switched so often that its addresses fill the limit of readable ones', async () => {
    const owner = await signUpPortfolioOwner(test);
    for (let n = 0; n < 25; n += 1) {
      await show(owner, 'UNLISTED');
      await show(owner, 'PRIVATE');
    }
    expect((await owner.update({ slug: 'still-free' })).status).toBe(200);
    const addresses = await test.db.selectFrom('portfolioSlug').select('isShared').execute();
    expect(addresses.filter(({ isShared }) => isShared)).toHaveLength(20);
  });
});

describe('[C-12] a network that requests addresses without a portfolio', () => {
  it('is rejected after 60 within ten minutes; hits are answered and do not count', async () => {
    const owner = await signUpPortfolioOwner(test);
    const slug = await show(owner, 'PUBLIC');
    const visitor = test.visitor();
    for (let n = 0; n < 60; n += 1) {
      expect(await statusFor(`nobody-${n}`, visitor)).toBe(404);
      if (n % 10 === 0) expect(await statusFor(slug, visitor)).toBe(200);
    }
    const rejected = await getPortfolio(visitor, 'nobody-60');
    expect(statusAndCode(rejected)).toEqual([429, 'RATE_LIMITED']);
    expect(rejected.body.error).toMatch(/Try again in (9|10) minutes/);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(await statusFor(slug, visitor)).toBe(200);
    expect(await statusFor('nobody-60')).toBe(404);
    await travel(test.db, 601);
    expect(await statusFor('nobody-60', visitor)).toBe(404);
  });
});

it('[C-39] the migration gives unlisted portfolios of before a secret address', async () => {
  const database = await ownDatabase();
  const db = database.db as unknown as Kysely<unknown>;
  try {
    await sql`alter table portfolio drop column share_slug cascade`.execute(db);
    await sql`alter table portfolio_slug drop column is_shared`.execute(db);
    for (const [slug, visibility] of [
      ['asha-verma-7k3p', 'UNLISTED'],
      ['a-name-that-is-so-long-tha-x', 'UNLISTED'],
      ['ravi-7k3p', 'PUBLIC'],
    ])
      await sql`
        with person as (
          insert into app_user (id, first_name, last_name, email, country_iso_code, phone_e164, notification_preferences)
          values (gen_random_uuid(), 'A', 'B', ${`${slug}@example.com`}, 'IN', '+919876500000', '{}') returning id
        ), made as (
          insert into portfolio (id, user_id, slug, visibility)
          select gen_random_uuid(), id, ${slug}, ${visibility} from person returning id
        ) insert into portfolio_slug (slug, portfolio_id) select ${slug}, id from made`.execute(db);
    await shareAddresses.up(db);
    const rows = await database.db
      .selectFrom('portfolio')
      .select(['slug', 'shareSlug'])
      .orderBy('slug')
      .execute();
    expect(rows).toEqual([
      {
        slug: 'a-name-that-is-so-long-tha-x',
        shareSlug: expect.stringMatching(/^a-name-that-is-so-long-tha-[0-9a-f]{32}$/),
      },
      { slug: 'asha-verma-7k3p', shareSlug: expect.stringMatching(/^asha-verma-7k3p-[0-9a-f]{32}$/) },
      { slug: 'ravi-7k3p', shareSlug: null },
    ]);
    expect(
      await database.db.selectFrom('portfolioSlug').select('slug').where('isShared', '=', true).execute(),
    ).toHaveLength(2);
  } finally {
    await database.close();
  }
});
