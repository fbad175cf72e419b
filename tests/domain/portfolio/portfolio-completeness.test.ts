import { expect, it } from 'vitest';
import { calculateCompleteness } from '#lib/domain/portfolio/portfolio-completeness.ts';

const empty = {
  owner: { avatar: null },
  headline: '',
  about: '',
  location: '',
  skills: [],
  links: [],
  projects: [],
  experience: [],
  education: [],
};
const full = {
  owner: { avatar: {} },
  headline: 'Analyst',
  about: 'I count.',
  location: 'Pune',
  skills: ['SAP', 'SQL', 'Excel'],
  links: [{}],
  projects: [{ outcome: 'Four days', visible: true }],
  experience: [{}],
  education: [{}],
};

it('an empty portfolio is 0 % complete, and should begin with a project', () => {
  const { percent, missing } = calculateCompleteness(empty);
  expect(percent).toBe(0);
  expect(missing[0]).toEqual({ key: 'projects', label: 'Add a project that shows your work' });
  expect(missing).toHaveLength(10);
});

it('a full portfolio misses nothing', () => {
  expect(calculateCompleteness(full)).toEqual({ percent: 100, missing: [] });
});

it.each([
  [{ projects: [{ outcome: 'Four days', visible: false }] }, ['projects'], 80],
  [{ projects: [{ outcome: '', visible: true }] }, ['outcome'], 95],
  [{ skills: ['SAP', 'SQL'] }, ['skills'], 90],
  [{ owner: { avatar: null }, headline: '' }, ['headline', 'avatar'], 80],
])('%j misses %j', (less, keys, percent) => {
  const complete = calculateCompleteness({ ...full, ...less });
  expect(complete.missing.map(({ key }) => key)).toEqual(keys);
  expect(complete.percent).toBe(percent);
});

it('each added part raises the completeness', () => {
  const names = Object.keys(full) as (keyof typeof full)[];
  const percents = names.map(
    (_, n) =>
      calculateCompleteness(
        Object.assign({}, empty, ...names.slice(0, n + 1).map((name) => ({ [name]: full[name] }))),
      ).percent,
  );
  expect([...new Set(percents)].sort((a, b) => a - b)).toEqual(percents);
  expect(percents.at(-1)).toBe(100);
});
