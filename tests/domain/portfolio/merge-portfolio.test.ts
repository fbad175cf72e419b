import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEquivalent } from '#lib/domain/core/is-equivalent.ts';
import { findNextMove, mergeOrder, moveItem } from '#lib/domain/portfolio/list-order.ts';
import { mergePortfolio } from '#lib/domain/portfolio/merge-portfolio.ts';

const link = (id: string, url = `https://${id}.example/`, label = id) => ({
  id,
  url,
  label,
  kind: 'WEBSITE',
});
const document = (changes: object = {}) => ({
  slug: 'asha',
  headline: 'Analyst',
  about: '',
  openTo: ['WORK'],
  skills: ['SQL', 'Excel'],
  links: [link('a'), link('b'), link('c')],
  projects: [],
  publishedWorks: [],
  experience: [],
  education: [],
  featuredProjectId: null as string | null,
  version: 1,
  ...changes,
});
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('[API-30] two concurrent edits', () => {
  test('changes of different fields are both kept', () => {
    const { merged, conflicts } = mergePortfolio(
      document(),
      document({ headline: 'Senior analyst' }),
      document({ about: 'Six years in finance.', version: 2 }),
    );
    expect(merged).toMatchObject({ headline: 'Senior analyst', about: 'Six years in finance.', version: 2 });
    expect(conflicts).toEqual([]);
  });

  test('the same change twice, or one that differs only in white space, is no conflict', () => {
    const { conflicts } = mergePortfolio(
      document(),
      document({ headline: 'Lead  analyst ' }),
      document({ headline: 'Lead analyst' }),
    );
    expect(conflicts).toEqual([]);
  });

  test('of two different changes mine is used, and both are reported', () => {
    const { merged, conflicts } = mergePortfolio(
      document(),
      document({ headline: 'Mine' }),
      document({ headline: 'Theirs' }),
    );
    expect(merged.headline).toBe('Mine');
    expect(conflicts).toEqual([{ list: null, id: null, field: 'headline', mine: 'Mine', theirs: 'Theirs' }]);
  });

  test('items that were added and removed on both sides are merged', () => {
    const { merged, conflicts } = mergePortfolio(
      document(),
      document({ skills: ['SQL', 'Python'] }),
      document({ skills: ['SQL', 'Excel', 'Tableau'] }),
    );
    expect(merged.skills).toEqual(['SQL', 'Tableau', 'Python']);
    expect(conflicts).toEqual([]);
  });

  test('all added entries are kept, each after the entry that it was added after', () => {
    const { merged } = mergePortfolio(
      document(),
      document({ links: [link('a'), link('mine'), link('b'), link('c')] }),
      document({ links: [link('a'), link('b'), link('c'), link('theirs')] }),
    );
    expect(ids(merged.links)).toEqual(['a', 'mine', 'b', 'c', 'theirs']);
  });

  test('an order that only one side changed is kept', () => {
    const mine = document({ links: [link('c'), link('a'), link('b')] });
    expect(ids(mergePortfolio(document(), mine, document()).merged.links)).toEqual(['c', 'a', 'b']);
    expect(ids(mergePortfolio(document(), document(), mine).merged.links)).toEqual(['c', 'a', 'b']);
  });

  test('different fields of one entry are merged; the same field is a conflict', () => {
    const { merged, conflicts } = mergePortfolio(
      document(),
      document({ links: [link('a', 'https://mine.example/', 'Mine'), link('b'), link('c')] }),
      document({ links: [link('a', 'https://a.example/', 'Theirs'), link('b'), link('c')] }),
    );
    expect(merged.links[0]).toMatchObject({ url: 'https://mine.example/', label: 'Mine' });
    expect(conflicts).toEqual([{ list: 'links', id: 'a', field: 'label', mine: 'Mine', theirs: 'Theirs' }]);
  });

  test('an entry that one side deleted and the other did not change is deleted', () => {
    const without = document({ links: [link('a'), link('c')] });
    expect(ids(mergePortfolio(document(), without, document()).merged.links)).toEqual(['a', 'c']);
    expect(ids(mergePortfolio(document(), document(), without).merged.links)).toEqual(['a', 'c']);
  });

  test('an entry that one side deleted and the other changed is a conflict', () => {
    const without = document({ links: [link('a'), link('c')] });
    const changed = document({ links: [link('a'), link('b', undefined, 'New words'), link('c')] });
    const removedHere = mergePortfolio(document(), without, changed);
    expect(ids(removedHere.merged.links)).toEqual(['a', 'c']);
    expect(removedHere.conflicts).toMatchObject([{ list: 'links', id: 'b', field: null, mine: null }]);
    const removedThere = mergePortfolio(document(), changed, without);
    expect(ids(removedThere.merged.links)).toEqual(['a', 'b', 'c']);
    expect(removedThere.conflicts).toMatchObject([{ list: 'links', id: 'b', field: null, theirs: null }]);
  });

  test('the latest featured project is used without a conflict', () => {
    const { merged, conflicts } = mergePortfolio(
      document(),
      document({ featuredProjectId: 'p1' }),
      document({ featuredProjectId: 'p2' }),
    );
    expect(merged.featuredProjectId).toBe('p1');
    expect(conflicts).toEqual([]);
  });

  const anyLinks = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 });
  test('no added entry is ever lost or duplicated', () => {
    fc.assert(
      fc.property(anyLinks, anyLinks, anyLinks, (base, mine, theirs) => {
        const [one, two, three] = [base, mine, theirs].map((names) =>
          document({ links: names.map((name) => link(name)) }),
        );
        if (!one || !two || !three) return;
        const merged = ids(mergePortfolio(one, two, three).merged.links);
        expect(new Set(merged).size).toBe(merged.length);
        for (const name of [...mine, ...theirs]) if (!base.includes(name)) expect(merged).toContain(name);
        for (const name of base)
          expect(merged.includes(name)).toBe(mine.includes(name) && theirs.includes(name));
      }),
    );
  });

  test('without a change of mine the result is theirs, and without one of theirs it is mine', () => {
    fc.assert(
      fc.property(anyLinks, anyLinks, fc.string(), (base, changed, headline) => {
        const was = document({ links: base.map((name) => link(name)) });
        const is = document({ links: changed.map((name) => link(name)), headline });
        expect(isEquivalent(mergePortfolio(was, was, is).merged, is)).toBe(true);
        expect(isEquivalent(mergePortfolio(was, is, was).merged, is)).toBe(true);
      }),
    );
  });
});

describe('the order of lists', () => {
  const permutation = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f'], { minLength: 6 });

  test('single moves can turn any order into any other', () => {
    fc.assert(
      fc.property(permutation, permutation, (from, to) => {
        let now = from;
        for (let moves = 0; moves < to.length; moves += 1) {
          const move = findNextMove(now, to);
          if (move) now = moveItem(now, now.indexOf(move.name), move.index);
        }
        expect(now).toEqual(to);
      }),
    );
  });

  test('one moved item is one move, up or down', () => {
    expect(findNextMove(['a', 'b', 'c', 'd'], ['b', 'c', 'd', 'a'])).toEqual({ name: 'a', index: 3 });
    expect(findNextMove(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])).toEqual({ name: 'd', index: 0 });
    expect(findNextMove(['a', 'b'], ['a', 'b'])).toBeNull();
  });

  test('two merged orders have every item once', () => {
    expect(mergeOrder(['a', 'b'], ['x', 'a', 'y'])).toEqual(['x', 'a', 'y', 'b']);
  });
});

test('values are equivalent when readers see no difference', () => {
  expect(isEquivalent({ a: 1, b: [null, 'x'] }, { b: [null, 'x'], a: 1 })).toBe(true);
  expect(isEquivalent({ a: undefined }, {})).toBe(true);
  expect(isEquivalent(['a'], ['a', 'b'])).toBe(false);
  expect(isEquivalent(['a', 'b'], ['b', 'a'])).toBe(false);
  expect(isEquivalent({ text: ' a  b ' }, { text: 'a b' })).toBe(true);
  expect(isEquivalent('', null)).toBe(true);
  expect(isEquivalent(undefined, null)).toBe(false);
  expect(isEquivalent('a', 'b')).toBe(false);
  expect(isEquivalent('null', null)).toBe(false);
});
