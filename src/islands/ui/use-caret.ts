import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps the caret in place when a formatter drops a character, which would make the browser move it to the end. The returned
 * function must be called with the input before the value is formatted.
 */
export function useCaret(value: string): (input: HTMLInputElement) => void {
  const typed = useRef<{ input: HTMLInputElement; raw: string; caret: number } | null>(null);

  useLayoutEffect(() => {
    const last = typed.current;
    typed.current = null;
    if (!last || last.raw === value) return;
    const caret = Math.max(0, last.caret - (last.raw.length - value.length));
    last.input.setSelectionRange(caret, caret);
  });

  return (input) => {
    // An email input does not expose its caret.
    const caret = input.selectionStart;
    typed.current = caret === null ? null : { input, raw: input.value, caret };
  };
}
