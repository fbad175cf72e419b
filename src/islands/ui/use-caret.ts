import { useLayoutEffect, useRef } from 'react';

/**
 * A formatter may drop a character in the middle of what is being typed, and the browser then puts the caret at
 * the end. The returned function is called with the input before the value is formatted.
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
    // An e-mail input has no caret to ask for.
    const caret = input.selectionStart;
    typed.current = caret === null ? null : { input, raw: input.value, caret };
  };
}
