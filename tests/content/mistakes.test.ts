import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoaderContext } from 'astro/loaders';
import { load } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { explainIssues } from '#lib/server/catalog/content/explain.ts';
import { type Files, readFiles } from '#lib/server/catalog/content/files.ts';
import { folderLoader } from '#lib/server/catalog/content/folder-loader.ts';
import { parseYaml } from '#lib/server/catalog/content/parse-yaml.ts';
import { findBrokenReferences } from '#lib/server/catalog/content/references.ts';
import { schemas } from '#lib/server/catalog/content/schemas/index.ts';

const path = 'src/content/batches/cap-99.yaml';
const rightBatch = `
programType: CAREER_ACCELERATOR_PROGRAM
name: CAP 99
startsOn: 2026-12-08
endsOn: 2027-05-20
schedule: ["Tuesday and Thursday, 8:00 pm"]
mode: ONLINE
seatsTotal: 30
seatsSoldElsewhere: 26
applicationsCloseAt: 2026-12-04T23:59:00+05:30
fee: null
`;

/** Returns the messages after one line of a correct file was changed. */
const explainMistake = (line: RegExp, written: string) =>
  explainIssues(path, schemas.batches, parseYaml(path, rightBatch.replace(line, written))).join('\n');

describe('a mistake in a file is reported with the file and the field', () => {
  test('a correct file has no mistakes', () => expect(explainMistake(/^/, '')).toBe(''));

  test.each([
    [
      'a missing field',
      /name: .*/,
      '',
      `${path}: "name" is missing. What belongs there: As learners call it`,
    ],
    [
      'a slip in the name of a field',
      /seatsSoldElsewhere/,
      'seatSoldElsewhere',
      `${path}: "seatSoldElsewhere" is not a field here. Did you mean "seatsSoldElsewhere"?`,
    ],
    [
      'an invented field',
      /^/,
      'teacher: Asha',
      `${path}: "teacher" is not a field here. The fields are: programType, name,`,
    ],
    [
      'a text for a number',
      /30/,
      'thirty',
      `${path}: "seatsTotal" must be a number, but is the text "thirty". What belongs there: How many people can join.`,
    ],
    [
      'an unknown choice',
      /ONLINE/,
      'REMOTE',
      `${path}: "mode" is the text "REMOTE", but must be one of: ONLINE · IN_PERSON · HYBRID.`,
    ],
    [
      'a day that does not exist',
      /2026-12-08/,
      '2026-02-31',
      `${path}: "startsOn" must be a day that exists, written as 2026-12-05.`,
    ],
    [
      'a moment without an offset',
      /23:59:00\+05:30/,
      '23:59:00',
      `${path}: "applicationsCloseAt" must be a moment with its offset`,
    ],
    ['a text that is too short', /CAP 99/, 'CAP', `${path}: "name" has 3 characters; it needs at least 4.`],
    ['an empty list', /\[.*\]/, '[]', `${path}: "schedule" has 0 entries; it needs at least 1.`],
    [
      'a colon in a text',
      /\["Tuesday.*/,
      '[Every day: 8:00 pm]',
      `${path}: "schedule", entry 1 must be text, but is a group of fields. A text with a colon and a space in it needs double quotes around it.`,
    ],
    ['an end before the start', /2027-05-20/, '2026-05-20', `${path}: "endsOn" is before startsOn`],
    [
      'more sold seats than seats',
      /seatsSoldElsewhere: 26/,
      'seatsSoldElsewhere: 40',
      `${path}: "seatsSoldElsewhere" is more than seatsTotal`,
    ],
    [
      'a price in a text',
      /fee: null/,
      'fee: { amount: "84,000", currency: INR }',
      `${path}: "fee", "amount" must be a number, but is the text "84,000". What belongs there: Taxes included`,
    ],
  ])('%s', (_, line, written, sentence) => {
    expect(explainMistake(line, `${written}${written && line.source === '^' ? '\n' : ''}`)).toContain(
      sentence,
    );
  });

  test('all mistakes of a file are reported at once', () => {
    expect(
      explainMistake(
        /seatsTotal: 30\nseatsSoldElsewhere: 26/,
        'seatsTotal: many\nseatsSoldElsewhere: few',
      ).split('\n'),
    ).toHaveLength(2);
  });

  test('invalid YAML is reported with the line and how to fix it', () => {
    expect(() => parseYaml(path, 'name: CAP 99\nnote: Her rule: always count\n')).toThrow(
      `${path}: line 2 ("note: Her rule: always count") cannot be read: bad indentation of a mapping entry. A text with a colon and a space in it needs double quotes around it.`,
    );
    expect(() => parseYaml(path, 'fee:\n\tamount: 3\n')).toThrow('Indent with spaces, not with a tab.');
  });

  test('an empty file is reported', () => {
    expect(explainIssues(path, schemas.batches, parseYaml(path, ''))).toEqual([
      `${path}: The file must be a group of fields, but is empty.`,
    ]);
  });
});

describe('Astro’s build reports the same mistakes', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'content-'));
    mkdirSync(join(root, 'src/content/batches'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  async function build(source: string) {
    writeFileSync(join(root, 'src/content/batches/cap-99.yaml'), source);
    const stored: string[] = [];
    const yaml = { getEntryInfo: ({ contents }: { contents: string }) => ({ data: load(contents) }) };
    const silent = () => {};
    const context = {
      collection: 'batches',
      config: { root: pathToFileURL(`${root}/`), srcDir: pathToFileURL(`${root}/src/`) },
      logger: { warn: silent, error: silent, info: silent },
      entryTypes: new Map([['.yaml', yaml]]),
      parseData: async ({ data }: { data: unknown }) => data,
      generateDigest: (contents: string) => contents,
      store: { keys: () => [], get: silent, set: ({ id }: { id: string }) => stored.push(id) },
    };
    await folderLoader('batches').load(context as unknown as LoaderContext);
    return stored;
  }

  test('a correct file is stored', async () => expect(await build(rightBatch)).toEqual(['cap-99']));

  test('a wrong field stops the build', async () => {
    await expect(build(rightBatch.replace('30', 'thirty'))).rejects.toThrow(
      `${path}: "seatsTotal" must be a number, but is the text "thirty".`,
    );
  });

  test('invalid YAML stops the build', async () => {
    await expect(build(`${rightBatch}note: Her rule: always count\n`)).rejects.toThrow(
      /^src\/content\/batches\/cap-99\.yaml: line 12 .* needs double quotes around it\.$/,
    );
  });
});

describe('a reference to a file that does not exist', () => {
  const broken = (change: (files: Files) => void) => {
    const files = structuredClone(readFiles());
    change(files);
    return findBrokenReferences(files);
  };
  const first = <T>(list: T[]): T => list[0] as T;

  test('the content has none', () => expect(broken(() => {})).toEqual([]));

  test('is reported for a coach', () => {
    expect(broken(({ reviews }) => first(reviews).coachSlugs.push('nobody'))).toHaveLength(1);
    const [sentence] = broken(({ programs }) => first(programs).coachSlugs.push('pooja-agrawal'));
    expect(sentence).toMatch(
      /^src\/content\/programs\/[\w-]+\.yaml: "coachSlugs" names "pooja-agrawal", which is not in src\/content\/coaches\. Did you mean "pooja-agarwal"\?$/,
    );
  });

  test('is reported for a portrait, an illustration and a batch', () => {
    const sentences = broken(({ programs, coaches, reviews }) => {
      first(programs).illustration = 'nothing';
      first(coaches).portrait = 'nobody';
      first(reviews).batchName = 'CAP 999';
    });
    expect(sentences).toHaveLength(3);
    expect(sentences.join('\n')).toMatch(
      /not in src\/assets\/illustrations[\s\S]*not in src\/assets\/portraits[\s\S]*not in the batches of/,
    );
  });

  test('the same order twice and a type without a file are reported', () => {
    expect(broken(({ coaches }) => Object.assign(first(coaches), { order: coaches[1]?.order }))).toHaveLength(
      1,
    );
    expect(broken(({ programs }) => programs.splice(0, 1)).join()).toContain('each type needs one');
  });
});
