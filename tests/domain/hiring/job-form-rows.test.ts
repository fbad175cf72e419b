import { describe, expect, it } from 'vitest';
import { changeRows, findRowField, formatRows, parseRows } from '#lib/domain/hiring/jobs/job-form-rows.ts';
import { demoJobs } from '#lib/server/demo/jobs.ts';

const rowsOf = (...titles: string[]) => ({
  locations: [],
  eligibility: [],
  questions: [],
  stages: titles.map((title) => ({ key: title.toLowerCase(), kind: 'REVIEW', title })),
});
const titles = (rows: ReturnType<typeof formatRows>) => rows.stages.map(({ title }) => title);

describe('[API-41] the rows of a job’s form', () => {
  it.each(demoJobs.map((job) => [job.slug, job] as const))('have all that %s has', (_, job) => {
    const { eligibility, stages } = job;
    const lists = JSON.parse(JSON.stringify({ locations: [], eligibility, stages, questions: [] }));
    expect(parseRows(formatRows(lists))).toEqual(lists);
  });

  it('keep text that the lines of a file cannot carry', () => {
    const questions = [
      {
        key: 'a',
        kind: 'CHOICE' as const,
        label: 'Day = 8 h?',
        required: true,
        options: ['Yes; all', 'No [x]'],
      },
    ];
    const eligibility = [{ key: 'b', label: 'Age: now', rule: 'Over 18 {or so} [b]' }];
    expect(parseRows(formatRows({ locations: [], eligibility, questions, stages: [] }))).toEqual({
      locations: [],
      eligibility,
      questions,
      stages: [],
    });
  });

  it('give a new row a key that no other has, and leave out an empty one', () => {
    const rows = { ...rowsOf('Review'), eligibility: [{ key: '', label: ' ', kind: 'NOTICE' }] };
    const added = { ...rows, stages: [{ key: '', kind: 'REVIEW', title: 'New' }, ...rows.stages] };
    expect(parseRows(added).stages.map(({ key }) => key)).toEqual(['review-2', 'review']);
    expect(parseRows(added).eligibility).toEqual([]);
  });

  it('have a city with its openings, and leave out an empty one', () => {
    const locations = [
      { id: 'pune', openings: '12' },
      { id: 'kochi', openings: 'many' },
      { id: '', openings: '' },
    ];
    expect(parseRows({ ...rowsOf(), locations }).locations).toEqual([
      { id: 'pune', openings: 12 },
      { id: 'kochi', openings: 'many' },
    ]);
    expect(findRowField({ ...rowsOf(), locations }, 'locations.1.openings')).toBe('locations.1.openings');
  });

  it.each([
    ['stages:up:2', ['A', 'C', 'B']],
    ['stages:up:0', ['A', 'B', 'C']],
    ['stages:down:0', ['B', 'A', 'C']],
    ['stages:down:2', ['A', 'B', 'C']],
    ['stages:remove:1', ['A', 'C']],
    ['stages:add', ['A', 'B', 'C', undefined]],
    ['stages:up:9', ['A', 'B', 'C']],
    ['constructor:add', ['A', 'B', 'C']],
  ])('change by %s', (command, expected) => {
    expect(titles(changeRows(rowsOf('A', 'B', 'C'), command))).toEqual(expected);
  });

  it.each([
    ['eligibility.0.check.atMostMonths', 'eligibility.1.atMostMonths'],
    ['eligibility.1.check.anyOf', 'eligibility.2.shifts'],
    ['eligibility.2.check.groups.1.atLeast', 'eligibility.3.level2'],
    ['eligibility.0.label', 'eligibility.1.label'],
    ['eligibility', null],
    ['eligibility.7.label', null],
    ['title', null],
  ])('find the field of the error %s behind an empty row', (field, expected) => {
    const row = (kind: string) => ({ key: kind, kind });
    const eligibility = [{ key: '' }, row('EXPERIENCE'), row('SHIFT'), row('LANGUAGE')];
    expect(findRowField({ ...rowsOf(), eligibility }, field)).toBe(expected);
  });
});
