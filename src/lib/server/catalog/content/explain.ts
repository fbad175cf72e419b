import * as z from 'zod';
import { findNearestWord } from './nearest-word.ts';
import { colonRemedy } from './parse-yaml.ts';

/**
 * What is wrong with one file of src/content, a sentence for each mistake: which file, which field, what stands there,
 * what belongs there. Empty when the file is right.
 */
export function explainIssues(path: string, schema: z.ZodType, data: unknown): string[] {
  const result = schema.safeParse(data, { reportInput: true });
  return result.success
    ? []
    : result.error.issues
        .flatMap((issue) => sentencesOf(issue, schema))
        .map((sentence) => `${path}: ${sentence}`);
}

/** Throws what `explainIssues` says. */
export function requireValid(path: string, schema: z.ZodType, data: unknown): void {
  const mistakes = explainIssues(path, schema, data);
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
}

function sentencesOf(issue: z.core.$ZodIssue, schema: z.ZodType): string[] {
  const field = fieldName(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(describedFields(schema, issue.path)?.properties ?? {});
    return issue.keys.map((key) => unknownField(fieldName([...issue.path, key]), key, known));
  }
  const hint = describedFields(schema, issue.path)?.description;
  const sentence = isMissing(issue) ? `${field} is missing.` : `${field} ${complaint(issue)}.`;
  const parts = [sentence, isSplitByColon(issue) && colonRemedy, hint && `What belongs there: ${hint}`];
  return [parts.filter(Boolean).join(' ')];
}

const isMissing = (issue: z.core.$ZodIssue) =>
  issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value');

/** `- Targets: which to watch` is a group with one field, where a text was meant. */
const isSplitByColon = (issue: z.core.$ZodIssue) =>
  issue.code === 'invalid_type' &&
  issue.expected === 'string' &&
  typeof issue.input === 'object' &&
  issue.input !== null;

function complaint(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}, but is ${shown(issue.input)}`;
    case 'invalid_value':
      return `is ${shown(issue.input)}, but must be one of: ${issue.values.join(' · ')}`;
    case 'too_small':
    case 'too_big':
      return size(issue);
    default:
      return issue.message;
  }
}

function size(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const limit = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  if (issue.origin === 'string') return `has ${String(issue.input).length} characters; it needs ${limit}`;
  if (issue.origin === 'array') return `has ${(issue.input as unknown[]).length} entries; it needs ${limit}`;
  return `is ${shown(issue.input)}, but must be ${limit}`;
}

function unknownField(field: string, key: string, known: readonly string[]): string {
  const meant = findNearestWord(key, known);
  return meant
    ? `${field} is not a field here. Did you mean "${meant}"?`
    : `${field} is not a field here. The fields are: ${known.join(', ')}.`;
}

const kinds: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  date: 'a day',
};

function shown(value: unknown): string {
  if (value === null || value === '') return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the text "${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  return typeof value === 'object' ? 'a group of fields' : `${value}`;
}

/** `"faq", entry 2, "answer"`: entries are counted from one, as people do. */
function fieldName(path: readonly PropertyKey[]): string {
  return path.length === 0
    ? 'The file'
    : path.map((key) => (typeof key === 'number' ? `entry ${key + 1}` : `"${String(key)}"`)).join(', ');
}

interface Described {
  description?: string;
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
}

function describedFields(schema: z.ZodType, path: readonly PropertyKey[]): Described | undefined {
  let here: Described | undefined = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Described;
  for (const key of path) {
    const inner: Described | undefined = here?.anyOf?.find((one) => one.properties || one.items) ?? here;
    here = typeof key === 'number' ? inner?.items : inner?.properties?.[String(key)];
  }
  return here;
}
