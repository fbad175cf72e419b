import { atom, type ReadableAtom } from 'nanostores';
import { api } from '#lib/client/api.ts';
import type { ImportChange } from '#lib/contract/portfolio/portfolio-import.ts';
import { isRecord } from '#lib/domain/core/record.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import type { PortfolioEditor } from './portfolio-editor.ts';

export type { ImportChange };

export interface ImportState {
  /** The changes that the file would make; null before a file is read. */
  changes: readonly ImportChange[] | null;
  isBusy: boolean;
  failure: Failure | null;
}

export interface PortfolioImport {
  $state: ReadableAtom<ImportState>;
  read(file: File | undefined): Promise<void>;
  /** Imports the file. Returns true once the editor shows the result. */
  apply(): Promise<boolean>;
  reset(): void;
}

const idle: ImportState = { changes: null, isBusy: false, failure: null };
const maxFileBytes = 2 * 1024 * 1024;

/**
 * Creates the import of a JSON Resume: first it previews the changes, then it applies them. Unsaved edits are saved
 * before each request, so that the preview and the import start from the same version. [API-30]
 */
export function createPortfolioImport(editor: PortfolioEditor): PortfolioImport {
  const $state = atom<ImportState>(idle);
  let resume: Record<string, unknown> | null = null;

  async function send(apply: boolean) {
    await editor.saveNow();
    const { id, version } = editor.$saved.get();
    const body = { version, resume: resume ?? {}, apply };
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
      const answer = await run(() => send(false));
      if (answer) $state.set({ ...$state.get(), changes: answer.changes });
    },

    async apply() {
      const answer = await run(() => send(true));
      if (answer?.portfolio) editor.mergeImported(answer.portfolio);
      return Boolean(answer?.portfolio);
    },
  };
}

/** `50 new, 1 changed, 2 left out` */
export function importSummary(changes: readonly ImportChange[]): string {
  const count = (kind: ImportChange['kind']) => changes.filter((change) => change.kind === kind).length;
  const parts = [
    [count('ADD'), 'new'],
    [count('CHANGE'), 'changed'],
    [count('KEEP'), 'there already'],
    [count('SKIP'), 'left out'],
  ] as const;
  return parts.flatMap(([number, word]) => (number > 0 ? [`${number} ${word}`] : [])).join(', ');
}

async function readResume(file: File): Promise<Record<string, unknown> | null> {
  if (file.size > maxFileBytes) return null;
  try {
    const value: unknown = JSON.parse(await file.text());
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
