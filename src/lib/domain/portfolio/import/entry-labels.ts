import { workKindLabels } from '../portfolio.ts';
import { formatPartialDate } from '../portfolio-text.ts';

/** Returns whether a value is null, an empty text or an empty list. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Describes the fields that have a label, one line each: `Role: Lead`. */
export function describeFields(entry: object, names: readonly string[]): string {
  const fields = entry as Record<string, unknown>;
  return names
    .filter((name) => name in fieldNames && !isEmpty(fields[name]))
    .map((name) => `${fieldNames[name]}: ${formatValue(name, fields[name])}`)
    .join('\n');
}

const fieldNames: Readonly<Record<string, string>> = {
  url: 'Address',
  label: 'Shown as',
  title: 'Title',
  kind: 'Kind',
  company: 'Company',
  institution: 'School',
  degree: 'Degree',
  location: 'Place',
  role: 'Role',
  publisher: 'Published by',
  publishedOn: 'Published',
  startedOn: 'From',
  endedOn: 'Until',
  skills: 'Skills',
  summary: 'Summary',
  problem: 'Problem',
  approach: 'Approach',
  outcome: 'Outcome',
  documentUrl: 'Document',
};

function formatValue(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (name === 'kind') return workKindLabels[value as keyof typeof workKindLabels];
  return /On$/.test(name) ? formatPartialDate(String(value)) : String(value);
}
