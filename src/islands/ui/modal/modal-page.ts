/** Keeps the page from scrolling behind a modal, and its content where it is when that takes the scroll bar away. */
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

/** The part of the window that no on-screen keyboard covers, as custom properties that modal.css stays within. */
export function followKeyboard(element: HTMLElement): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  const follow = () => {
    // A pinch-zoomed page also shrinks the visual viewport; that is no keyboard.
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

/** A menu above the modal places itself. */
function showFocused(element: HTMLElement): void {
  const { activeElement } = document;
  if (!element.contains(activeElement) || activeElement?.closest('[popover]')) return;
  activeElement?.scrollIntoView({ block: 'nearest' });
}

/**
 * A closed dialog gives the focus back to what opened it. When that has gone, as "Log in" has for somebody who
 * just did, the focus would start again at the top of the page.
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
