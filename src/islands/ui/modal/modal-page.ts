/** Stops the page behind a modal from scrolling, without a shift when the scroll bar disappears. Returns the undo function. */
export function lockScroll(): () => void {
  const { style } = document.documentElement;
  const before = { overflow: style.overflow, gutter: style.scrollbarGutter };
  const hasScrollBar = window.innerWidth > document.documentElement.clientWidth;
  style.overflow = 'hidden';
  if (hasScrollBar) style.scrollbarGutter = 'stable';
  return () => {
    style.overflow = before.overflow;
    style.scrollbarGutter = before.gutter;
  };
}

/** Writes the part of the window above the on-screen keyboard into custom properties, which modal.css uses. */
export function followKeyboard(element: HTMLElement): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  const follow = () => {
    // A pinch zoom also shrinks the visual viewport, without a keyboard.
    const isZoomed = viewport.scale > 1.01;
    const covered = isZoomed ? 0 : Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
    element.style.setProperty('--modal-covered', `${Math.round(covered)}px`);
    element.style.setProperty('--modal-room', isZoomed ? '100dvh' : `${Math.round(viewport.height)}px`);
    if (covered > 0) showFocused(element);
  };
  follow();
  viewport.addEventListener('resize', follow);
  viewport.addEventListener('scroll', follow);
  return () => {
    viewport.removeEventListener('resize', follow);
    viewport.removeEventListener('scroll', follow);
  };
}

/** Scrolls the focused field into view; a menu in the top layer positions itself. */
function showFocused(element: HTMLElement): void {
  const { activeElement } = document;
  if (!element.contains(activeElement) || activeElement?.closest('[popover]')) return;
  activeElement?.scrollIntoView({ block: 'nearest' });
}

/**
 * Moves the focus when the control that opened the dialog is gone, as "Log in" is after logging in; the focus would start at
 * the top of the page otherwise.
 */
export function returnFocus(selector = ''): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body && isShown(activeElement)) return;
  const wanted = selector ? [...document.querySelectorAll<HTMLElement>(selector)].find(isShown) : null;
  const main = document.querySelector<HTMLElement>('main');
  if (!wanted) main?.setAttribute('tabindex', '-1');
  (wanted ?? main)?.focus({ preventScroll: true });
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}
