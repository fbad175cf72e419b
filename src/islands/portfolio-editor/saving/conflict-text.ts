import type { MergeConflict, Portfolio } from '#lib/stores/portfolio/portfolio-editor.ts';
import { findEntry } from '#lib/stores/portfolio/sync/document.ts';

/** Labels of the fields. */
const fieldNames: Readonly<Record<string, string>> = {
  slug: 'Address of the page',
  headline: 'Headline',
  about: 'About',
  location: 'Location',
  visibility: 'Who can see it',
  allowIndexing: 'Search engines',
  showEmail: 'Show my email',
  showPhone: 'Show my mobile number',
  url: 'Address',
  label: 'Link text',
  title: 'Title',
  summary: 'Summary',
  role: 'Your role',
  problem: 'The problem',
  approach: 'What you did',
  outcome: 'The result',
  startedOn: 'Started',
  endedOn: 'Ended',
  skills: 'Skills',
  coverImage: 'Picture',
  coverPosition: 'Part of the cover picture that is shown',
  documentUrl: 'Link or document',
  visible: 'Shown',
  kind: 'Kind',
  publisher: 'Publisher or place',
  publishedOn: 'Published',
  company: 'Company',
  institution: 'School or college',
  degree: 'Degree or subject',
};

/** Formats what a conflict is about: `Headline`, `Cash forecast: Summary`, `Cash forecast`. */
export function formatConflictName(conflict: MergeConflict, draft: Portfolio): string {
  const { list, id, field, mine, theirs } = conflict;
  const name = field ? (fieldNames[field] ?? field) : '';
  if (list === null || id === null) return field === 'coverImage' ? 'Cover picture' : name;
  const entry = findEntry(draft, list, id) ?? (field === null ? (mine ?? theirs) : null);
  return [entryName(entry), name].filter(Boolean).join(': ');
}

function entryName(entry: unknown): string {
  const names = entry as { title?: string; institution?: string; label?: string; url?: string } | null;
  return names?.title || names?.institution || names?.label || names?.url || 'An entry';
}

/** Formats one side of a conflict. */
export function formatConflictValue(value: unknown, field: string | null): string {
  if (field === null) return value === null ? 'Removed' : `Kept, as “${entryName(value)}”`;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join(', ') || 'Nothing';
  if (typeof value === 'object' && value !== null) return 'Another picture';
  return String(value ?? '').trim() || 'Nothing';
}
