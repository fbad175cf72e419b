import type { EligibilityCheck, EligibilityItem } from './eligibility.ts';
import type { Stage, StageKind } from './job.ts';
import { newKey } from './job-text-format.ts';
import type { Question } from './question.ts';

/**
 * The lists of a job as rows of form fields. Every field is a text; several ticked options are joined by “; ”. A row
 * keeps its key, because applications and answers refer to it; a new row has an empty one.
 */

export const rowLists = ['locations', 'eligibility', 'stages', 'questions'] as const;
export type RowList = (typeof rowLists)[number];
export type FormRow = Record<string, string>;
export type JobFormRows = Record<RowList, FormRow[]>;

/** A rule about languages has at most this many groups in the form. */
export const languageGroups = [1, 2, 3] as const;

const joined = (values: readonly string[]): string => values.join('; ');
const splitOf = (text = ''): string[] =>
  text
    .split(/[;\n]/)
    .map((one) => one.trim())
    .filter(Boolean);
const numberText = (value: number | undefined): string => (value === undefined ? '' : String(value));
/** An unreadable number stays a text, so that the endpoint rejects it by its field. */
const numberFrom = (text = ''): number | string | undefined => {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed;
};

/** Formats the lists of a job as rows. */
export function formatRows(job: {
  locations: readonly { id: string; openings: number }[];
  eligibility: readonly EligibilityItem[];
  stages: readonly Stage[];
  questions: readonly Question[];
}): JobFormRows {
  return {
    locations: job.locations.map(({ id, openings }) => ({ id, openings: String(openings) })),
    eligibility: job.eligibility.map(({ key, label, rule, check }) => ({
      key,
      label,
      rule,
      kind: check?.kind ?? '',
      ...(check && formatCheckFields(check)),
    })),
    stages: job.stages.map(({ key, kind, title, mode = '' }) => ({ key, kind, title, mode })),
    questions: job.questions.map(({ key, kind, label, required, options }) => ({
      key,
      kind,
      label,
      required: required ? 'yes' : 'no',
      options: (options ?? []).join('\n'),
    })),
  };
}

function formatCheckFields(check: EligibilityCheck): FormRow {
  switch (check.kind) {
    case 'QUALIFICATION':
      return { atLeast: check.atLeast, graduatedFrom: numberText(check.graduatedFrom) };
    case 'EXPERIENCE':
      return { atLeastMonths: numberText(check.atLeastMonths), atMostMonths: numberText(check.atMostMonths) };
    case 'LANGUAGE':
      return Object.fromEntries(
        check.groups.flatMap(({ anyOf, atLeast }, index) => [
          [`languages${index + 1}`, joined(anyOf)],
          [`level${index + 1}`, atLeast],
        ]),
      );
    case 'PLACE':
      return { regions: joined(check.regions), orRelocates: check.orRelocates ? 'yes' : 'no' };
    case 'NOTICE':
      return { atMostDays: String(check.atMostDays) };
    case 'SHIFT':
      return { shifts: joined(check.anyOf) };
    case 'EQUIPMENT':
      return {};
  }
}

/** Returns whether nothing was written into a new row. */
const isEmptyRow = ({ id, openings, key, label, rule, title, options }: FormRow): boolean =>
  [id, openings, key, label, rule, title, options].every((text) => !text?.trim());

/** Parses rows into the lists of the endpoint's body, which validates them. Empty new rows are left out. */
export function parseRows(rows: JobFormRows): Record<RowList, Record<string, unknown>[]> {
  return {
    locations: rows.locations
      .filter((row) => !isEmptyRow(row))
      .map(({ id, openings }) => ({ id, openings: numberFrom(openings) ?? null })),
    eligibility: withKeys(rows.eligibility, ({ label = '' }) => label, parseRule),
    stages: withKeys(
      rows.stages,
      ({ kind = '' }) => kind as StageKind,
      ({ title, kind, mode }) => ({ title, kind, ...(kind === 'INTERVIEW' && mode && { mode }) }),
    ),
    questions: withKeys(rows.questions, ({ label = '' }) => label, parseQuestion),
  };
}

function withKeys(
  rows: readonly FormRow[],
  wordsOf: (row: FormRow) => string,
  parse: (row: FormRow) => Record<string, unknown>,
): Record<string, unknown>[] {
  const taken = new Set(rows.flatMap(({ key }) => key || []));
  return rows
    .filter((row) => !isEmptyRow(row))
    .map((row) => {
      const key = row.key || newKey(wordsOf(row), taken);
      taken.add(key);
      return { ...parse(row), key };
    });
}

function parseQuestion({ kind, label, required, options }: FormRow): Record<string, unknown> {
  const list = (options ?? '')
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean);
  return { kind, label, required: required === 'yes', ...(kind === 'CHOICE' && { options: list }) };
}

function parseRule({ label, rule, kind = '', ...fields }: FormRow): Record<string, unknown> {
  const parse = Object.hasOwn(checkParsers, kind) && checkParsers[kind as EligibilityCheck['kind']];
  return { label, rule, ...(parse && { check: { kind, ...withoutEmpty(parse(fields)) } }) };
}

const withoutEmpty = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const checkParsers: Record<EligibilityCheck['kind'], (fields: FormRow) => Record<string, unknown>> = {
  QUALIFICATION: ({ atLeast, graduatedFrom }) => ({ atLeast, graduatedFrom: numberFrom(graduatedFrom) }),
  EXPERIENCE: ({ atLeastMonths, atMostMonths }) => ({
    atLeastMonths: numberFrom(atLeastMonths),
    atMostMonths: numberFrom(atMostMonths),
  }),
  LANGUAGE: (fields) => ({
    groups: languageGroups.flatMap((group) => {
      const anyOf = splitOf(fields[`languages${group}`]);
      // The first group is always sent, so that a rule without a language is rejected.
      return anyOf.length || group === 1 ? [{ anyOf, atLeast: fields[`level${group}`] }] : [];
    }),
  }),
  PLACE: ({ regions, orRelocates }) => ({ regions: splitOf(regions), orRelocates: orRelocates === 'yes' }),
  NOTICE: ({ atMostDays }) => ({ atMostDays: numberFrom(atMostDays) ?? null }),
  SHIFT: ({ shifts }) => ({ anyOf: splitOf(shifts) }),
  EQUIPMENT: () => ({}),
};

/**
 * Returns the form's field of an endpoint's error: `eligibility.0.check.anyOf` is `eligibility.1.shifts` when the first
 * row of the form is empty. Returns null for fields of no row.
 */
export function findRowField(rows: JobFormRows, field: string): string | null {
  const [list = '', position = '', ...rest] = field.split('.');
  if (!(rowLists as readonly string[]).includes(list) || !/^\d+$/.test(position)) return null;
  const filled = rows[list as RowList].flatMap((row, index) => (isEmptyRow(row) ? [] : [{ row, index }]));
  const found = filled[Number(position)];
  return found ? `${list}.${found.index}.${columnOf(rest, found.row.kind)}` : null;
}

function columnOf(rest: readonly string[], kind: string | undefined): string {
  const [first = 'label', second = '', group = '0', part] = rest;
  if (first !== 'check') return first;
  if (second === 'groups') return `${part === 'atLeast' ? 'level' : 'languages'}${Number(group) + 1}`;
  if (second === 'anyOf') return 'shifts';
  return second || kind || 'kind';
}

/** Adds, moves or removes a row: `stages:add`, `stages:up:2`. Returns the rows unchanged if there is no such row. */
export function changeRows(rows: JobFormRows, command: string): JobFormRows {
  const [list = '', change = '', position = ''] = command.split(':');
  if (!(rowLists as readonly string[]).includes(list)) return rows;
  const name = list as RowList;
  if (change === 'add') return { ...rows, [name]: [...rows[name], { key: '' }] };
  const at = Number(position);
  const row = rows[name][at];
  if (!row) return rows;
  const others = rows[name].toSpliced(at, 1);
  if (change === 'remove') return { ...rows, [name]: others };
  return { ...rows, [name]: others.toSpliced(Math.max(0, change === 'up' ? at - 1 : at + 1), 0, row) };
}
