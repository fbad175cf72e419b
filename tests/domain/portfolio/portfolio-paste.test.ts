import { describe, expect, test } from 'vitest';
import { readLinks, readSkills } from '#lib/domain/portfolio/import/portfolio-paste.ts';

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index + 1));

describe('[FORM-03] skills that are typed or pasted', () => {
  test('are split at commas and lines, each once', () => {
    expect(readSkills(' SQL, Excel;excel\nPower  BI ', ['sql'])).toEqual({
      fresh: ['Excel', 'Power BI'],
      left: [],
      problem: null,
    });
  });

  test('that are there already are said', () => {
    expect(readSkills('sql', ['SQL'])).toEqual({ fresh: [], left: [], problem: 'sql is there already' });
  });

  test('that there is no room for stay in the field', () => {
    const { fresh, left, problem } = readSkills(many(53, (index) => `Skill ${index}`).join(','), []);
    expect(fresh).toHaveLength(50);
    expect(left).toEqual(['Skill 51', 'Skill 52', 'Skill 53']);
    expect(problem).toBe('There is room for 50 skills: 3 were left out');
  });

  test('that are too long stay whole', () => {
    const long = 'Financial planning and analysis for consumer goods companies in India';
    expect(readSkills(`SQL, ${long}`, [])).toEqual({
      fresh: ['SQL'],
      left: [long],
      problem: `At most 50 characters each, please: “${long}”`,
    });
  });
});

describe('[API-31] links that are typed or pasted', () => {
  test('several are several', () => {
    expect(readLinks('linkedin.com/in/me\nhttps://github.com/me,', [])).toEqual({
      fresh: ['https://linkedin.com/in/me', 'https://github.com/me'],
      left: [],
      problem: null,
      isAllLinks: true,
    });
  });

  test('a sentence is none, though it mentions some', () => {
    const prose = 'Built with Node.js and ASP.NET, see my page example.com/x.';
    expect(readLinks(prose, []).isAllLinks).toBe(false);
  });

  test.each([
    ['(example.com/x).', 'https://example.com/x'],
    ['“example.com/x”,', 'https://example.com/x'],
    ['en.wikipedia.org/wiki/C_(language)', 'https://en.wikipedia.org/wiki/C_(language)'],
  ])('%s', (typed, url) => {
    expect(readLinks(typed, []).fresh).toEqual([url]);
  });

  test('what is no address stays, and is said', () => {
    expect(readLinks('linkedin.com/in/me and github.com', [])).toMatchObject({
      fresh: ['https://linkedin.com/in/me', 'https://github.com/'],
      left: ['and'],
      problem: 'No web address: and',
    });
    expect(readLinks('javascript:alert(4)', [])).toMatchObject({
      fresh: [],
      left: ['javascript:alert(4)'],
      problem: 'Please enter a full web address',
    });
  });

  test('what there is no room for stays', () => {
    const present = many(2, (index) => `https://a.example/${index}`);
    const { fresh, left, problem } = readLinks(many(55, (index) => `b.example/${index}`).join('\n'), present);
    expect(fresh).toHaveLength(48);
    expect(left).toHaveLength(7);
    expect(problem).toBe('There is room for 50 links: 7 were left out');
    expect(readLinks('https://a.example/1', present).problem).toBe('That link is there already');
  });
});
