import { useStore } from '@nanostores/react';
import { createContext, useContext, useState } from 'react';
import type { PortfolioEditor } from '#lib/stores/portfolio/portfolio-editor.ts';

export interface EditorTools {
  editor: PortfolioEditor;
  /** Announces a text to screen readers. */
  announce(text: string): void;
}

export const EditorContext = createContext<EditorTools | null>(null);

export function useEditorTools(): EditorTools {
  const tools = useContext(EditorContext);
  if (!tools) throw new Error('This component must be inside PortfolioEditor');
  return tools;
}

export const useEditor = (): PortfolioEditor => useEditorTools().editor;
export const useDraft = () => useStore(useEditor().$draft);

/**
 * Returns the error of a field after it has lost focus, so that nobody is corrected while typing. An error of
 * a restored value is shown at once.
 */
export function useFieldError(
  path: string,
  value: unknown,
): { error: string | undefined; onBlur: () => void } {
  const errors = useStore(useEditor().$errors);
  const [isShown, setShown] = useState(Boolean(value) && path in errors);
  return { error: isShown ? errors[path] : undefined, onBlur: () => setShown(true) };
}
