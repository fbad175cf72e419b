import { atom, type ReadableAtom } from 'nanostores';
import { api } from '#lib/client/api.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';

export interface MarkdownPreview {
  /** Safe HTML of the server's own renderer; empty before the first preview. */
  $html: ReadableAtom<string>;
  $isLoading: ReadableAtom<boolean>;
  $failure: ReadableAtom<Failure | null>;
  show(text: string): Promise<void>;
}

/** Creates the preview of a text. The response to an older request than the latest is ignored. */
export function createMarkdownPreview(): MarkdownPreview {
  const $html = atom('');
  const $isLoading = atom(false);
  const $failure = atom<Failure | null>(null);
  let latest = 0;
  return {
    $html,
    $isLoading,
    $failure,
    async show(text) {
      const mine = ++latest;
      $isLoading.set(true);
      try {
        const { html } = await api('POST /api/v1/staff/preview-markdown/', { body: { text } });
        if (mine !== latest) return;
        $html.set(html);
        $failure.set(null);
      } catch (error) {
        if (mine === latest) $failure.set(failureOf(error, { isTyped: true }));
      } finally {
        if (mine === latest) $isLoading.set(false);
      }
    },
  };
}
