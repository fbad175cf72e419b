import { useStore } from '@nanostores/react';
import { createContext, useContext, useState } from 'react';
import type { PortfolioEditor } from '#lib/stores/portfolio/portfolio-editor.ts';

export interface EditorTools {
  editor: PortfolioEditor;
  /** Said to screen readers, once. */
  announce(text: string): void;
}

export const EditorContext = createContext<EditorTools | null>(null);

export function useEditorTools(): EditorTools {
  const tools = useContext(EditorContext);
  if (!tools) throw new Error('The parts of the editor stand within it');
  return tools;
}

export const useEditor = (): PortfolioEditor => useEditorTools().editor;
export const useDraft = () => useStore(useEditor().$draft);

/**
 * What is wrong at a place, once the person has left it: nobody is told off in the middle of a word. What was wrong when
 * the page came back is said at once.
 */
export function useFieldError(
  path: string,
  value: unknown,
): { error: string | undefined; onBlur: () => void } {
  const problems = useStore(useEditor().$errors);
  const [isShown, setShown] = useState(Boolean(value) && path in problems);
  return { error: isShown ? problems[path] : undefined, onBlur: () => setShown(true) };
}
