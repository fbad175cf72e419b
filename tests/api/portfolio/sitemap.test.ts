import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { loadSitemap, loadSitemapPart } from '#lib/server/sitemap.ts';
import { useTestApi } from '../../support/api.ts';

const test = useTestApi();
const origin = 'https://liftoff.example';
const pathsOf = (xml: string | null) =>
  [...(xml ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);

const insertPortfolios = (count: number, isListed: boolean) =>
  sql`
    with person as (
      insert into app_user (id, first_name, last_name, email, country_iso_code, phone_e164, notification_preferences)
      select gen_random_uuid(), 'Person', '', 'person-' || n || ${String(isListed)} || '@example.com', 'IN',
        ${isListed ? '+9161' : '+9162'} || lpad(n::text, 8, '0'), '{}'
      from generate_series(1, ${count}::int) n returning id)
    insert into portfolio (id, user_id, slug, visibility, allow_indexing)
    select gen_random_uuid(), id, ${isListed ? 'listed-' : 'hidden-'} || id, 'PUBLIC', ${isListed} from person`.execute(
    test.db,
  );

it('a sitemap that is larger than a file may be has an index of parts, which have every address once', async () => {
  await insertPortfolios(25, true);
  await insertPortfolios(3, false);
  const whole = pathsOf(await loadSitemap(test.db, origin));
  expect(whole.filter((path) => path.startsWith('/portfolios/listed-'))).toHaveLength(25);

  const index = await loadSitemap(test.db, origin, 10);
  expect(index).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>');
  const names = pathsOf(index);
  expect(names[0]).toBe('/sitemap-1.xml');
  const parts = await Promise.all(names.map((_, part) => loadSitemapPart(test.db, origin, part + 1, 10)));
  const listed = parts.map(pathsOf);
  expect(Math.max(...listed.map(({ length }) => length))).toBe(10);
  expect(listed.flat().toSorted()).toEqual(whole.toSorted());
  expect(await loadSitemapPart(test.db, origin, names.length + 1, 10)).toBeNull();
});
