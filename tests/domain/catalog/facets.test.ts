import { expect, test } from 'vitest';
import { readComparison } from '#lib/domain/catalog/comparison.ts';
import {
  type Facet,
  filterBySelection,
  listFacetFields,
  readSelection,
  searchByFacets,
} from '#lib/domain/catalog/facets.ts';
import { linkNames } from '#lib/domain/catalog/link-names.ts';
import { listPageNames } from '#lib/server/catalog/page-names.ts';

interface Person {
  city: string;
  skills: string[];
}

const people: Person[] = [
  { city: 'Pune', skills: ['SQL', 'Sales'] },
  { city: 'Pune', skills: ['SQL'] },
  { city: 'Salem', skills: ['Sales'] },
];
const asValue = (text: string) => ({ value: text.toLowerCase(), label: text });
const facets: Facet<Person>[] = [
  { name: 'city', label: 'City', valuesOf: ({ city }) => [asValue(city)] },
  { name: 'skill', label: 'Skill', valuesOf: ({ skills }) => skills.map(asValue) },
];
const optionsOf = (selection: Record<string, string>) =>
  listFacetFields(people, facets, selection).map(({ options }) =>
    options.map(({ label, count }) => `${label} (${count})`),
  );

test('every option shows how many entries it leads to', () => {
  expect(optionsOf({})).toEqual([
    ['Pune (2)', 'Salem (1)'],
    ['Sales (2)', 'SQL (2)'],
  ]);
});

test('an option that leads to nothing with the other filters is absent', () => {
  expect(optionsOf({ city: 'salem', skill: '' })).toEqual([['Pune (2)', 'Salem (1)'], ['Sales (1)']]);
  for (const city of ['pune', 'salem'])
    for (const field of listFacetFields(people, facets, { city }))
      for (const { value, count } of field.options)
        expect(filterBySelection(people, facets, { city, [field.name]: value })).toHaveLength(count);
});

test('the URL selects; an unknown value finds nobody', () => {
  const selection = readSelection(facets, new URLSearchParams('city=pune&skill=juggling&other=1'));
  expect(selection).toEqual({ city: 'pune', skill: 'juggling' });
  expect(filterBySelection(people, facets, selection)).toEqual([]);
  expect(searchByFacets(people, facets, new URLSearchParams('city='))).toMatchObject({
    found: people,
    isFiltered: false,
  });
});

test('names of other pages become links, the longer name first', () => {
  const pages = new Map([
    ['Career Accelerator', '/a/'],
    ['Career Accelerator, learning only', '/b/'],
  ]);
  expect(linkNames('Take Career Accelerator, learning only, or the Career Accelerator.', pages)).toEqual([
    { text: 'Take ' },
    { text: 'Career Accelerator, learning only', href: '/b/' },
    { text: ', or the ' },
    { text: 'Career Accelerator', href: '/a/' },
    { text: '.' },
  ]);
});

test('a name of the page itself is no link, and another page is linked once in a text', () => {
  const hrefs = (text: string, ownPath: string) =>
    linkNames(text, listPageNames(), ownPath).flatMap(({ href }) => href ?? []);
  const [core, pro, embark] = ['pm-launchpad-core', 'pm-launchpad-pro', 'embark-pro'].map(
    (slug) => `/programs/${slug}/`,
  );
  expect(hrefs('Yes. Reserve a seat in a batch of Pro. Pro has its own fee. Core ends.', core ?? '')).toEqual(
    [pro],
  );
  expect(hrefs('Embark Pro or Embark', embark ?? '')).toEqual([]);
  expect(hrefs('Embark Pro is made for your first job.', core ?? '')).toEqual([embark]);
  expect(hrefs('The refund policy says it. Our number is on the contact page.', '')).toEqual([
    '/refund-policy/',
    '/contact/',
  ]);
  expect(hrefs('Read the reviews and what our alumni say.', '')).toEqual(['/reviews/', '/alumni/']);
});

test('a comparison shows each known programme once, and names the unknown ones', () => {
  const known = ['core', 'pro', 'embark'];
  const read = (query: string) => readComparison(new URLSearchParams(query), known);
  expect(read('a=core&b=pro&c=core')).toEqual({
    chosen: { a: 'core', b: 'pro', c: 'core' },
    slugs: ['core', 'pro'],
    unknown: [],
  });
  expect(read('a=core&b=juggling')).toMatchObject({ slugs: ['core'], unknown: ['juggling'] });
  expect(read('')).toMatchObject({ slugs: [], unknown: [] });
});
