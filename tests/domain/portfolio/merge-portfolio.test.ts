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

describe('[API-30] two who write at once', () => {
  test('what each changed alone is kept of each', () => {
    const { merged, conflicts } = mergePortfolio(
      document(),
      document({ headline: 'Senior analyst' }),
      document({ about: 'Six years in finance.', version: 2 }),
    );
    expect(merged).toMatchObject({ headline: 'Senior analyst', about: 'Six years in finance.', version: 2 });
    expect(conflicts).toEqual([]);
  });

  test('the same change twice, or one that differs in white space alone, is no conflict', () => {
    const { conflicts } = mergePortfolio(
      document(),
      document({ headline: 'Lead  analyst ' }),
      document({ headline: 'Lead analyst' }),
    );
    expect(conflicts).toEqual([]);
  });

  test('of two different changes mine stands, and both are named', () => {
    const { merged, conflicts } = mergePortfolio(
      document(),
      document({ headline: 'Mine' }),
      document({ headline: 'Theirs' }),
    );
    expect(merged.headline).toBe('Mine');
    expect(conflicts).toEqual([{ list: null, id: null, field: 'headline', mine: 'Mine', theirs: 'Theirs' }]);
  });

  test('words that were added and taken out on both sides come together', () => {
    const { merged, conflicts } = mergePortfolio(
      document(),
      document({ skills: ['SQL', 'Python'] }),
      document({ skills: ['SQL', 'Excel', 'Tableau'] }),
    );
    expect(merged.skills).toEqual(['SQL', 'Tableau', 'Python']);
    expect(conflicts).toEqual([]);
  });

  test('entries that either side added are all there, each behind the one it was put behind', () => {
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

  test('different fields of one entry come together, the same field is a conflict of that field', () => {
    const { merged, conflicts } = mergePortfolio(
      document(),
      document({ links: [link('a', 'https://mine.example/', 'Mine'), link('b'), link('c')] }),
      document({ links: [link('a', 'https://a.example/', 'Theirs'), link('b'), link('c')] }),
    );
    expect(merged.links[0]).toMatchObject({ url: 'https://mine.example/', label: 'Mine' });
    expect(conflicts).toEqual([{ list: 'links', id: 'a', field: 'label', mine: 'Mine', theirs: 'Theirs' }]);
  });

  test('what one side took away and the other left as it was is gone', () => {
    const without = document({ links: [link('a'), link('c')] });
    expect(ids(mergePortfolio(document(), without, document()).merged.links)).toEqual(['a', 'c']);
    expect(ids(mergePortfolio(document(), document(), without).merged.links)).toEqual(['a', 'c']);
  });

  test('what one side took away and the other changed is a question', () => {
    const without = document({ links: [link('a'), link('c')] });
    const changed = document({ links: [link('a'), link('b', undefined, 'New words'), link('c')] });
    const removedHere = mergePortfolio(document(), without, changed);
    expect(ids(removedHere.merged.links)).toEqual(['a', 'c']);
    expect(removedHere.conflicts).toMatchObject([{ list: 'links', id: 'b', field: null, mine: null }]);
    const removedThere = mergePortfolio(document(), changed, without);
    expect(ids(removedThere.merged.links)).toEqual(['a', 'b', 'c']);
    expect(removedThere.conflicts).toMatchObject([{ list: 'links', id: 'b', field: null, theirs: null }]);
  });

  test('the latest star wins without a question', () => {
    const { merged, conflicts } = mergePortfolio(
      document(),
      document({ featuredProjectId: 'p1' }),
      document({ featuredProjectId: 'p2' }),
    );
    expect(merged.featuredProjectId).toBe('p1');
    expect(conflicts).toEqual([]);
  });

  const anyLinks = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 });
  test('nothing that either side added is ever lost, and nothing is there twice', () => {
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

  test('without a change of mine it is theirs, and without one of theirs it is mine', () => {
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

describe('the order of a list', () => {
  const permutation = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f'], { minLength: 6 });

  test('single moves lead from any order to any other', () => {
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

  test('one item that was moved is one move, up or down the list', () => {
    expect(findNextMove(['a', 'b', 'c', 'd'], ['b', 'c', 'd', 'a'])).toEqual({ name: 'a', index: 3 });
    expect(findNextMove(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])).toEqual({ name: 'd', index: 0 });
    expect(findNextMove(['a', 'b'], ['a', 'b'])).toBeNull();
  });

  test('two orders woven hold every name once', () => {
    expect(mergeOrder(['a', 'b'], ['x', 'a', 'y'])).toEqual(['x', 'a', 'y', 'b']);
  });
});

test('values are equivalent when a reader sees the same', () => {
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
