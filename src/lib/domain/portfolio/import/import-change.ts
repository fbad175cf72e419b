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

/** What to do with one item of the file. REPLACE takes its values into the entry that the portfolio has. */
export const importChoices = ['ADD', 'REPLACE', 'SKIP'] as const;
export type ImportChoice = (typeof importChoices)[number];

export interface ImportChange {
  /** Identifies the item within the file: `EXPERIENCE/2`. */
  key: string;
  section: ImportSection;
  kind: (typeof importKinds)[number];
  /** The field or the entry in words. */
  label: string;
  before: string | null;
  after: string | null;
  /** What the person can choose; empty when there is nothing to decide. */
  options: ImportChoice[];
  /** The suggested choice. Nothing that the person has written is replaced by itself. */
  choice: ImportChoice;
}

/** The choices by key. Null makes every change; a missing key skips its item. */
export type ImportChoices = ReadonlyMap<string, ImportChoice> | null;

export interface ImportReport {
  changes: ImportChange[];
  /** Adds a change that the person decides, and returns the decision. */
  offer(change: Omit<ImportChange, 'kind'> & { kind: 'ADD' | 'CHANGE' }): ImportChoice;
  /** Adds an item that the portfolio has already. */
  keep(item: Pick<ImportChange, 'key' | 'section' | 'label' | 'after'>): void;
  /** Adds an item that cannot be imported, with the reason. */
  skip(item: Pick<ImportChange, 'key' | 'section' | 'label'>, reason: string): void;
}

/** Creates the report of an import that follows the person's choices. */
export function createImportReport(choices: ImportChoices): ImportReport {
  const changes: ImportChange[] = [];
  const undecided = { before: null, options: [], choice: 'SKIP' } as const;
  return {
    changes,
    offer(change) {
      changes.push(change);
      const chosen = choices ? (choices.get(change.key) ?? 'SKIP') : change.options[0];
      return chosen && change.options.includes(chosen) ? chosen : 'SKIP';
    },
    keep: (item) => changes.push({ ...undecided, options: [], kind: 'KEEP', ...item }),
    skip: (item, reason) => changes.push({ ...undecided, options: [], kind: 'SKIP', ...item, after: reason }),
  };
}
