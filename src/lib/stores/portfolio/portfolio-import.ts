import { atom, type ReadableAtom } from 'nanostores';
import { api } from '#lib/client/api.ts';
import type { ImportChange } from '#lib/contract/portfolio/portfolio-import.ts';
import { isRecord } from '#lib/domain/core/record.ts';
import type { ImportChoice } from '#lib/domain/portfolio/import/import-change.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import type { PortfolioEditor } from './portfolio-editor.ts';

export type { ImportChange, ImportChoice };

export interface ImportState {
  /** The items of the file; null before a file is read. */
  changes: readonly ImportChange[] | null;
  /** The person's choices by key, of the items that leave a choice. */
  choices: Readonly<Record<string, ImportChoice>>;
  isBusy: boolean;
  failure: Failure | null;
}

export interface PortfolioImport {
  $state: ReadableAtom<ImportState>;
  read(file: File | undefined): Promise<void>;
  choose(key: string, choice: ImportChoice): void;
  /** Selects all items of a section, those that nearly exist excepted, or none. */
  chooseAll(section: ImportChange['section'], isSelected: boolean): void;
  /** Imports what was chosen. Returns true once the editor shows the result. */
  apply(): Promise<boolean>;
  reset(): void;
}

const idle: ImportState = { changes: null, choices: {}, isBusy: false, failure: null };
const maxFileBytes = 2 * 1024 * 1024;

/**
 * Creates the import of a JSON Resume: first it shows the items of the file, then it imports the chosen ones. Unsaved edits
 * are saved before each request, so that the preview and the import start from the same version. [API-30]
 */
export function createPortfolioImport(editor: PortfolioEditor): PortfolioImport {
  const $state = atom<ImportState>(idle);
  let resume: Record<string, unknown> | null = null;

  async function send(more: { apply: boolean; choices?: { key: string; choice: ImportChoice }[] }) {
    await editor.saveNow();
    const { id, version } = editor.$saved.get();
    const body = { version, resume: resume ?? {}, ...more };
    return api('POST /api/v1/portfolios/{portfolioId}/import/', { params: { portfolioId: id }, body });
  }

  /** Runs one request at a time and shows its failure. */
  async function run<Answer>(task: () => Promise<Answer>): Promise<Answer | null> {
    if ($state.get().isBusy) return null;
    $state.set({ ...$state.get(), isBusy: true, failure: null });
    try {
      return await task();
    } catch (error) {
      $state.set({ ...$state.get(), failure: failureOf(error, { isTyped: false }) });
      return null;
    } finally {
      $state.set({ ...$state.get(), isBusy: false });
    }
  }

  function setChoices(choices: ImportState['choices']): void {
    $state.set({ ...$state.get(), choices: { ...$state.get().choices, ...choices } });
  }

  return {
    $state,
    reset: () => $state.set(idle),

    async read(file) {
      if (!file) return;
      resume = await readResume(file);
      if (!resume) {
        const message = 'This is no JSON Resume. Choose a file that ends in .json.';
        $state.set({ ...idle, failure: { message, needsLogin: false } });
        return;
      }
      const answer = await run(() => send({ apply: false }));
      if (!answer) return;
      const { changes } = answer;
      const choices = Object.fromEntries(listChoosable(changes).map(({ key, choice }) => [key, choice]));
      $state.set({ ...$state.get(), changes, choices });
    },

    choose: (key, choice) => setChoices({ [key]: choice }),

    chooseAll(section, isSelected) {
      const items = listChoosable($state.get().changes ?? []).filter((change) => change.section === section);
      const choiceFor = ({ kind, choice }: ImportChange) =>
        !isSelected ? 'SKIP' : kind === 'ADD' ? 'ADD' : choice;
      setChoices(Object.fromEntries(items.map((change) => [change.key, choiceFor(change)])));
    },

    async apply() {
      const { changes, choices } = $state.get();
      const chosen = Object.entries(choices).map(([key, choice]) => ({ key, choice }));
      const before = editor.$saved.get();
      const answer = await run(() => send({ apply: true, choices: chosen }));
      if (!answer?.portfolio) return false;
      editor.mergeImported(answer.portfolio, { before, summary: importResult(changes ?? [], choices) });
      return true;
    },
  };
}

/** Returns the items that leave a choice. */
export const listChoosable = (changes: readonly ImportChange[]): ImportChange[] =>
  changes.filter(({ options }) => options.length > 0);

const importNouns: Readonly<Record<string, readonly [one: string, many: string]>> = {
  BASICS: ['detail about you', 'details about you'],
  SKILLS: ['skill', 'skills'],
  LINKS: ['link', 'links'],
  PROJECTS: ['project', 'projects'],
  PUBLISHED_WORKS: ['published work', 'published works'],
  EXPERIENCE: ['job', 'jobs'],
  EDUCATION: ['school', 'schools'],
};

/** Describes what an import did: `Added 2 jobs and 1 link. Replaced 1 project.` */
export function importResult(changes: readonly ImportChange[], choices: ImportState['choices']): string {
  const sentenceFor = (verb: string, choice: ImportChoice) => {
    const parts = Object.entries(importNouns).flatMap(([section, [one, many]]) => {
      const count = changes.filter(
        (change) => change.section === section && choices[change.key] === choice,
      ).length;
      return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
    });
    return parts.length === 0 ? [] : [`${verb} ${joinWords(parts)}.`];
  };
  return [...sentenceFor('Added', 'ADD'), ...sentenceFor('Replaced', 'REPLACE')].join(' ');
}

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

async function readResume(file: File): Promise<Record<string, unknown> | null> {
  if (file.size > maxFileBytes) return null;
  try {
    const value: unknown = JSON.parse(await file.text());
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
