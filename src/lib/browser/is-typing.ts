/** Returns whether a key that is pressed on this target is text, so that no shortcut may take it. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
