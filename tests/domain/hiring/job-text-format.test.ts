import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatCheck, parseCheck } from '#lib/domain/hiring/jobs/eligibility-labels.ts';
import {
  formatEligibility,
  formatQuestions,
  formatStages,
  parseEligibility,
  parseQuestions,
  parseStages,
  slugOf,
} from '#lib/domain/hiring/jobs/job-text-format.ts';
import { demoJobs } from '#lib/server/demo/jobs.ts';

describe('texts that staff write as lines', () => {
  it.each(demoJobs.map((job) => [job.slug, job] as const))(
    'of %s can be formatted and parsed without loss',
    (_, job) => {
      expect(parseStages(formatStages(job.stages)).values).toEqual(job.stages);
      expect(parseEligibility(formatEligibility(job.eligibility)).values).toEqual(
        job.eligibility.map((rule) => JSON.parse(JSON.stringify(rule))),
      );
    },
  );

  it('keeps the keys and options of questions', () => {
    const text =
      'TEXT Why this job? [why]\nCHOICE* Which shift? = Day; Night [shift]\nYES_NO* A laptop? [laptop]';
    const { values } = parseQuestions(text);
    expect(values).toEqual([
      { key: 'why', label: 'Why this job?', kind: 'TEXT', required: false },
      { key: 'shift', label: 'Which shift?', kind: 'CHOICE', required: true, options: ['Day', 'Night'] },
      { key: 'laptop', label: 'A laptop?', kind: 'YES_NO', required: true },
    ]);
    expect(formatQuestions(values ?? [])).toBe(text);
  });

  it('gives a new line a new key', () => {
    const { values } = parseStages('FORM Details\nINTERVIEW First talk\nINTERVIEW Second talk\nOFFER Offer');
    expect(values?.map(({ key }) => key)).toEqual(['form', 'interview', 'interview-2', 'offer']);
  });

  it.each([
    [parseStages('FORM Details\nTALK First'), 'Line 2: begin with one of FORM, REVIEW'],
    [parseStages('FORM One [a]\nOFFER Two [a]'), 'Line 2: [a] is there twice.'],
    [parseStages('INTERVIEW Talk {LETTER}'), 'Line 1: in braces, say how an interview is held: VIDEO, PHONE'],
    [parseStages('REVIEW Reply {PHONE}'), 'Line 1: in braces, say how an interview is held'],
    [parseQuestions('CHOICE Which?'), 'Line 1: name the answers'],
    [parseEligibility('Just words'), 'Line 1: write the rule as'],
    [parseEligibility('Age: Over 18 {AGE 18}'), 'Line 1: in braces, begin with one of'],
    [parseEligibility('Notice: 30 days {NOTICE soon}'), 'Line 1: write {NOTICE 30}'],
  ])('reports which line it cannot parse', (parsed, problem) => {
    expect(parsed.values).toBeNull();
    expect(parsed.problem).toContain(problem);
  });
});

test.each([
  'QUALIFICATION BACHELOR 2022',
  'QUALIFICATION CLASS_12',
  'EXPERIENCE 12-36',
  'EXPERIENCE -36',
  'LANGUAGE en B2, hi/ta B1',
  'PLACE Karnataka/Tamil Nadu or moves',
  'PLACE Kerala',
  'NOTICE 30',
  'SHIFT DAY/NIGHT',
  'EQUIPMENT',
])('%s has the same meaning after it is formatted again', (words) => {
  const check = parseCheck(words);
  expect(typeof check).toBe('object');
  expect(formatCheck(check as Exclude<typeof check, string>)).toBe(words);
});

test('a slug has small letters, digits and single dashes, whatever the title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (words) => {
      expect(slugOf(words)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
    }),
  );
});
