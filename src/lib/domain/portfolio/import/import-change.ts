/**
 * A change that an import makes to one field or entry of a portfolio, as the person sees it in the preview.
 */

export const importSections = [
  'BASICS',
  'SKILLS',
  'LINKS',
  'PROJECTS',
  'PUBLISHED_WORKS',
  'EXPERIENCE',
  'EDUCATION',
  'OTHER',
] as const;
export type ImportSection = (typeof importSections)[number];

/** KEEP: the portfolio has it already. SKIP: it cannot be imported, and `after` says why. */
export const importKinds = ['ADD', 'CHANGE', 'KEEP', 'SKIP'] as const;

export interface ImportChange {
  section: ImportSection;
  kind: (typeof importKinds)[number];
  /** The field or the entry in words. */
  label: string;
  before: string | null;
  after: string | null;
}
