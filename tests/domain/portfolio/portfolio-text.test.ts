import { describe, expect, test } from 'vitest';
import { removeUndrawable } from '#lib/domain/media/typeface.ts';
import {
  formatHost,
  formatPartialDate,
  formatPeriod,
  formatPersonName,
  listVisible,
  summarizePortfolio,
  toSafeHref,
} from '#lib/domain/portfolio/portfolio-text.ts';

describe('partial dates', () => {
  test.each([
    ['2024', '2024'],
    ['2024-05', 'May 2024'],
    ['2024-05-03', '3 May 2024'],
  ])('%s is %s', (date, text) => {
    expect(formatPartialDate(date)).toBe(text);
  });

  test.each([
    ['2023-06', null, 'Jun 2023 – today'],
    ['2019', '2022', '2019 – 2022'],
    ['2024', '2024', '2024'],
    [null, '2022-03', 'Mar 2022'],
    [null, null, ''],
  ])('%s to %s is “%s”', (startedOn, endedOn, text) => {
    expect(formatPeriod({ startedOn, endedOn })).toBe(text);
  });
});

describe('[C-36] what may be a link', () => {
  test.each(['https://example.com/', 'http://example.com/'])('%s', (url) => {
    expect(toSafeHref(url)).toBe(url);
  });

  test.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//example.com',
    '',
    null,
  ])('%j is text', (url) => {
    expect(toSafeHref(url)).toBeNull();
  });
});

test('a host is shown without www', () => {
  expect([formatHost('https://www.medium.com/x'), formatHost('no address')]).toEqual(['medium.com', '']);
});

test('a name may have no last name', () => {
  expect(formatPersonName({ firstName: 'Asha', lastName: '' })).toBe('Asha');
});

test('hidden entries are left out, the others are in their owner’s order', () => {
  const entry = (order: number, visible = true) => ({ order, visible });
  expect(listVisible([entry(2), entry(0, false), entry(1)]).map(({ order }) => order)).toEqual([1, 2]);
});

describe('the description for search engines', () => {
  const owner = { firstName: 'Asha', lastName: 'Verma' };

  test('has the name, headline, location and first skills', () => {
    const skills = ['SAP', 'Excel'];
    expect(summarizePortfolio({ owner, headline: 'Analyst', location: 'Pune', skills })).toBe(
      'Asha Verma: Analyst. Pune. Knows SAP, Excel. Projects, experience and verified certificates.',
    );
    expect(summarizePortfolio({ owner, headline: '', location: '', skills: [] })).toBe(
      'Asha Verma. Projects, experience and verified certificates.',
    );
  });

  test('ends with a whole word within 160 characters', () => {
    const text = summarizePortfolio({
      owner,
      headline: 'Analyst of '.repeat(10),
      location: 'Pune '.repeat(15),
      skills: [],
    });
    expect(text.length).toBeLessThanOrEqual(160);
    expect(text).toMatch(/ (Analyst|of|Pune)…$/);
  });
});

test('characters that the font lacks are left out of pictures and PDFs', () => {
  expect(removeUndrawable('Zoë 🚀 ₹ 5 – “fine”')).toBe('Zoë ₹ 5 – “fine”');
  expect(removeUndrawable('आशा')).toBe('');
});
