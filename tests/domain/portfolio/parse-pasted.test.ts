import { describe, expect, test } from 'vitest';
import { parseLinks, parseSkills } from '#lib/domain/portfolio/parse-pasted.ts';

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index + 1));

describe('[FORM-03] skills that are typed or pasted', () => {
  test('are split at commas and lines, each once', () => {
    expect(parseSkills(' SQL, Excel;excel\nPower  BI ', ['sql'])).toEqual({
      added: ['Excel', 'Power BI'],
      rest: [],
      error: null,
    });
  });

  test('that exist already are reported', () => {
    expect(parseSkills('sql', ['SQL'])).toEqual({ added: [], rest: [], error: 'sql is already in the list' });
  });

  test('that exceed the limit stay in the field', () => {
    const {
      added,
      rest: left,
      error: problem,
    } = parseSkills(many(53, (index) => `Skill ${index}`).join(','), []);
    expect(added).toHaveLength(50);
    expect(left).toEqual(['Skill 51', 'Skill 52', 'Skill 53']);
    expect(problem).toBe('You can have 50 skills. 3 were left out.');
  });

  test('that are too long stay in the field', () => {
    const long = 'Financial planning and analysis for consumer goods companies in India';
    expect(parseSkills(`SQL, ${long}`, [])).toEqual({
      added: ['SQL'],
      rest: [long],
      error: `“${long}” is too long. Use at most 50 characters.`,
    });
  });
});

describe('[API-31] links that are typed or pasted', () => {
  test('are split into several', () => {
    expect(parseLinks('linkedin.com/in/me\nhttps://github.com/me,', [])).toEqual({
      added: ['https://linkedin.com/in/me', 'https://github.com/me'],
      rest: [],
      error: null,
      isAllLinks: true,
    });
  });

  test('are not taken from a sentence that mentions them', () => {
    const prose = 'Built with Node.js and ASP.NET, see my page example.com/x.';
    expect(parseLinks(prose, []).isAllLinks).toBe(false);
  });

  test.each([
    ['(example.com/x).', 'https://example.com/x'],
    ['“example.com/x”,', 'https://example.com/x'],
    ['en.wikipedia.org/wiki/C_(language)', 'https://en.wikipedia.org/wiki/C_(language)'],
  ])('%s', (typed, url) => {
    expect(parseLinks(typed, []).added).toEqual([url]);
  });

  test('keep invalid addresses in the field, with an error', () => {
    expect(parseLinks('linkedin.com/in/me and github.com', [])).toMatchObject({
      added: ['https://linkedin.com/in/me', 'https://github.com/'],
      rest: ['and'],
      error: 'Not a web address: and',
    });
    expect(parseLinks('javascript:alert(4)', [])).toMatchObject({
      added: [],
      rest: ['javascript:alert(4)'],
      error: 'Please enter a full web address',
    });
  });

  test('keep addresses over the limit in the field', () => {
    const present = many(2, (index) => `https://a.example/${index}`);
    const {
      added,
      rest: left,
      error: problem,
    } = parseLinks(many(55, (index) => `b.example/${index}`).join('\n'), present);
    expect(added).toHaveLength(48);
    expect(left).toHaveLength(7);
    expect(problem).toBe('You can have 50 links. 7 were left out.');
    expect(parseLinks('https://a.example/1', present).error).toBe('This link is already in the list');
  });
});
