import { readFiles } from '#lib/server/catalog/content/files.ts';
import type { PicturedPerson } from './check.ts';

/** Lists everybody in src/content whom pages show, with their pictures. */
export function listPicturedPeople(): PicturedPerson[] {
  const { coaches, alumni, reviews, testimonials, company } = readFiles();
  const named = (folder: string) => (one: { slug: string; name: string; portrait: string | null }) => ({
    name: one.name,
    portrait: one.portrait,
    from: `${folder}/${one.slug}`,
  });
  return [
    ...coaches.map(named('coaches')),
    ...alumni.map(named('alumni')),
    ...testimonials.map(named('testimonials')),
    ...reviews.map(({ slug, author }) => ({ ...author, from: `reviews/${slug}` })),
    ...company.flatMap(({ slug, team }) => team.map((one) => ({ ...one, from: `company/${slug}` }))),
  ];
}
