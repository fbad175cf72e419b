/**
 * Shortcuts of one letter, digit or sign. They work from anywhere on a page, so they can be switched off (WCAG 2.1.4): software
 * that writes what somebody says would press them. The choice is stored in the browser; they are on until it is made.
 */
const key = 'liftoff:single-keys';

/** Returns whether shortcuts of a single key are on in this browser. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

/** Stores the choice. Where storage is forbidden, they stay on. */
export function switchSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off');
  } catch {
    // Nothing to store it in.
  }
}

/** Returns whether a key that is pressed on this target is text, so that no shortcut may take it. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null;

/**
 * Returns whether a pressed key may be a shortcut of a single key: they are on, no modifier but Shift is held, nobody types, and no
 * dialog is open.
 */
export const isSingleKey = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  !isTyping(event.target) &&
  !document.querySelector('dialog[open]') &&
  areSingleKeysOn();
