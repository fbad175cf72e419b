import { useLayoutEffect, useRef } from 'react';

/** What was pressed stays where it was in the window, whatever opens or closes above it. */
export function useScrollAnchor(): (pressed: HTMLElement) => void {
  const held = useRef<{ element: HTMLElement; top: number } | null>(null);

  useLayoutEffect(() => {
    const before = held.current;
    held.current = null;
    if (!before?.element.isConnected) return;
    const moved = before.element.getBoundingClientRect().top - before.top;
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
  });

  return (element) => {
    held.current = { element, top: element.getBoundingClientRect().top };
  };
}
