import { useLayoutEffect, useRef } from 'react';

/** Keeps a pressed element at its position in the window when content above it opens or closes. */
export function useScrollAnchor(): (pressed: HTMLElement) => void {
  const anchor = useRef<{ element: HTMLElement; top: number } | null>(null);

  useLayoutEffect(() => {
    const before = anchor.current;
    anchor.current = null;
    if (!before?.element.isConnected) return;
    const moved = before.element.getBoundingClientRect().top - before.top;
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
  });

  return (element) => {
    anchor.current = { element, top: element.getBoundingClientRect().top };
  };
}
