import * as z from 'zod';
import { findNearestWord } from './nearest-word.ts';
import { colonFix } from './parse-yaml.ts';

/**
 * Validates one file of src/content and returns a sentence for each mistake: the file, the field, its content, and what belongs
 * there. Returns an empty list for a valid file.
 */
export function explainIssues(path: string, schema: z.ZodType, data: unknown): string[] {
  const result = schema.safeParse(data, { reportInput: true });
  return result.success
    ? []
    : result.error.issues
        .flatMap((issue) => sentencesOf(issue, schema))
        .map((sentence) => `${path}: ${sentence}`);
}

/** Throws an error with the sentences of `explainIssues`. */
export function requireValid(path: string, schema: z.ZodType, data: unknown): void {
  const issues = explainIssues(path, schema, data);
  if (issues.length > 0) throw new Error(issues.join('\n'));
}

function sentencesOf(issue: z.core.$ZodIssue, schema: z.ZodType): string[] {
  const field = fieldName(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(findFieldDescription(schema, issue.path)?.properties ?? {});
    return issue.keys.map((key) => unknownField(fieldName([...issue.path, key]), key, known));
  }
  const hint = findFieldDescription(schema, issue.path)?.description;
  const sentence = isMissing(issue) ? `${field} is missing.` : `${field} ${describeIssue(issue)}.`;
  const parts = [sentence, isSplitByColon(issue) && colonFix, hint && `What belongs there: ${hint}`];
  return [parts.filter(Boolean).join(' ')];
}

const isMissing = (issue: z.core.$ZodIssue) =>
  issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value');

/** Whether an unquoted colon turned a text into a group, as in `- Targets: which to watch`. */
const isSplitByColon = (issue: z.core.$ZodIssue) =>
  issue.code === 'invalid_type' &&
  issue.expected === 'string' &&
  typeof issue.input === 'object' &&
  issue.input !== null;

function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}, but is ${describeValue(issue.input)}`;
    case 'invalid_value':
      return `is ${describeValue(issue.input)}, but must be one of: ${issue.values.join(' · ')}`;
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
  return `is ${describeValue(issue.input)}, but must be ${limit}`;
}

function unknownField(field: string, key: string, known: readonly string[]): string {
  const suggestion = findNearestWord(key, known);
  return suggestion
    ? `${field} is not a field here. Did you mean "${suggestion}"?`
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

function describeValue(value: unknown): string {
  if (value === null || value === '') return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the text "${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  return typeof value === 'object' ? 'a group of fields' : `${value}`;
}

/** Names a field in readable form: `"faq", entry 2, "answer"`. Entries are counted from one. */
function fieldName(path: readonly PropertyKey[]): string {
  return path.length === 0
    ? 'The file'
    : path.map((key) => (typeof key === 'number' ? `entry ${key + 1}` : `"${String(key)}"`)).join(', ');
}

interface FieldDescription {
  description?: string;
  properties?: Record<string, FieldDescription>;
  items?: FieldDescription;
  anyOf?: FieldDescription[];
}

function findFieldDescription(schema: z.ZodType, path: readonly PropertyKey[]): FieldDescription | undefined {
  let here: FieldDescription | undefined = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as FieldDescription;
  for (const key of path) {
    const inner: FieldDescription | undefined =
      here?.anyOf?.find((one) => one.properties || one.items) ?? here;
    here = typeof key === 'number' ? inner?.items : inner?.properties?.[String(key)];
  }
  return here;
}
