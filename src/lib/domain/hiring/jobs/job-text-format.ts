import { keysOf } from '#lib/domain/core/record.ts';
import { interviewModeLabels } from '../appointments/interview-flow.ts';
import type { EligibilityItem } from './eligibility.ts';
import { formatCheck, parseCheck } from './eligibility-labels.ts';
import { type Stage, stageKinds } from './job.ts';
import { type Question, questionKinds } from './question.ts';

/**
 * Lists of a job as lines of text, for forms without JavaScript and for files. Each item has one line, with
 * its key at the end in brackets; answers and applications refer to this key. A new line gets its key from
 * its text.
 */

export type ParseResult<T> = { values: T[]; problem: null } | { values: null; problem: string };

interface Keyed {
  key: string;
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean);

export const parseLines = (text: string): string[] => linesOf(text);
export const formatLines = (lines: readonly string[]): string => lines.join('\n');

/** `Pune, Maharashtra: 12; Jaipur, Rajasthan: 3`, each place with its openings. */
export function parsePlaces(text: string): ParseResult<{ place: string; openings: number }> {
  const values: { place: string; openings: number }[] = [];
  for (const part of text.split(/[;\n]/).map((one) => one.trim())) {
    const [, place, openings] = /^(.+?)\s*:\s*(\d{1,5})$/.exec(part) ?? [];
    if (part && !place)
      return { values: null, problem: `Write the openings after the city, such as “${part}: 5”.` };
    if (place) values.push({ place, openings: Number(openings) });
  }
  return { values, problem: null };
}

export const formatPlaces = (places: readonly { place: string; openings: number }[]): string =>
  places.map(({ place, openings }) => `${place}: ${openings}`).join('; ');

/** `INTERVIEW Voice test {PHONE} [voice-test]`; the braces say how an interview is held. */
export const parseStages = (text: string): ParseResult<Stage> =>
  parseKeyed(text, (line) => {
    const [, kind = '', title = '', mode] = /^([A-Z_]+)\s+(.+?)(?:\s*\{([^{}]*)\})?$/.exec(line) ?? [];
    if (!isOneOf(stageKinds, kind)) return `begin with one of ${stageKinds.join(', ')}`;
    if (mode === undefined) return { title, kind, words: kind };
    if (kind !== 'INTERVIEW' || !isOneOf(interviewModes, mode))
      return `in braces, say how an interview is held: ${interviewModes.join(', ')}`;
    return { title, kind, mode, words: kind };
  });

export const formatStages = (stages: readonly Stage[]): string =>
  formatLines(
    stages.map(({ kind, title, mode, key }) => `${kind} ${title}${mode ? ` {${mode}}` : ''} [${key}]`),
  );

/** `CHOICE* Which shift suits you? = Day; Night [shift]`; the star is for required. */
export const parseQuestions = (text: string): ParseResult<Question> =>
  parseKeyed(text, (line) => {
    const [, kind = '', star = '', rest = ''] = /^([A-Z_]+)(\*?)\s+(.+)$/.exec(line) ?? [];
    if (!isOneOf(questionKinds, kind)) return `begin with one of ${questionKinds.join(', ')}`;
    const [label = '', choices] = kind === 'CHOICE' ? rest.split(/\s+=\s+/, 2) : [rest];
    const options = choices
      ?.split(';')
      .map((option) => option.trim())
      .filter(Boolean);
    if (kind === 'CHOICE' && (options?.length ?? 0) < 2)
      return 'name the answers after “ = ”, with “;” between';
    return { label, kind, required: star === '*', ...(options && { options }), words: label };
  });

export const formatQuestions = (questions: readonly Question[]): string =>
  formatLines(
    questions.map(({ key, label, kind, required, options }) => {
      const answers = options ? ` = ${options.join('; ')}` : '';
      return `${kind}${required ? '*' : ''} ${label}${answers} [${key}]`;
    }),
  );

/** `Experience: 1 to 3 years in accounts {EXPERIENCE 12-36} [experience]`; without braces the employer judges. */
export const parseEligibility = (text: string): ParseResult<EligibilityItem> =>
  parseKeyed(text, (line) => {
    const [, text = line, words] = /^(.*?)\s*\{([^}]*)\}$/.exec(line) ?? [];
    const [, label, rule] = /^([^:]+):\s*(.+)$/.exec(text) ?? [];
    if (!label || !rule) return 'write the rule as “Name: sentence”';
    if (words === undefined) return { label, rule, words: label };
    const check = parseCheck(words);
    return typeof check === 'string' ? check : { label, rule, check, words: label };
  });

export const formatEligibility = (items: readonly EligibilityItem[]): string =>
  formatLines(
    items.map(
      ({ key, label, rule, check }) => `${label}: ${rule}${check ? ` {${formatCheck(check)}}` : ''} [${key}]`,
    ),
  );

/**
 * `read` returns the value without its key and the text that a new key is derived from, or the error of the
 * line.
 */
function parseKeyed<T extends Keyed>(
  text: string,
  read: (line: string) => (Omit<T, 'key'> & { words: string }) | string,
): ParseResult<T> {
  const values: T[] = [];
  const taken = new Set<string>();
  for (const [index, whole] of linesOf(text).entries()) {
    const [, line = whole, given] = /^(.*?)\s*\[([a-z0-9-]{1,60})\]$/.exec(whole) ?? [];
    const found = read(line);
    if (typeof found === 'string') return { values: null, problem: `Line ${index + 1}: ${found}.` };
    const { words, ...value } = found;
    if (given && taken.has(given))
      return { values: null, problem: `Line ${index + 1}: [${given}] is there twice.` };
    const key = given ?? newKey(words, taken);
    taken.add(key);
    values.push({ ...value, key } as unknown as T);
  }
  return { values, problem: null };
}

/** Derives a key from words that no other item has. */
export function newKey(words: string, taken: ReadonlySet<string>): string {
  const base = slugOf(words).slice(0, 40) || 'item';
  let key = base;
  for (let number = 2; taken.has(key); number += 1) key = `${base}-${number}`;
  return key;
}

/** Words as a part of an address: `Accounts payable, CL13` is `accounts-payable-cl13`. */
export function slugOf(words: string): string {
  return words
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

const interviewModes = keysOf(interviewModeLabels);

const isOneOf = <T extends string>(all: readonly T[], one: string): one is T =>
  (all as readonly string[]).includes(one);
