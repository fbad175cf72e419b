import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { placeMenu } from './place-menu.ts';

/**
 * Shows a menu in the top layer, where no scroller or modal cuts it off, keeps it beside its control while the page, the modal
 * or the on-screen keyboard moves, and focuses its search field.
 */
export function useMenu(
  menu: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  onCancel: () => void,
): void {
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    // Without popover support, select.css positions the menu.
    const unfollow = 'showPopover' in element ? lift(element, anchor.current) : () => {};
    element.querySelector('input')?.focus({ preventScroll: true });
    return unfollow;
  }, [menu, anchor]);

  const cancel = useEffectEvent(onCancel);
  useEffect(() => {
    // Android's Back closes the menu; without its own watcher it would close the modal too.
    const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcher };
    if (!CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.onclose = () => cancel();
    return () => watcher.destroy();
  }, []);
}

interface CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

function lift(menu: HTMLElement, control: HTMLElement | null): () => void {
  const anchor = control?.closest('.field-group') ?? control;
  const viewport = window.visualViewport;
  const place = () => anchor && show(menu, anchor.getBoundingClientRect());
  menu.showPopover();
  place();
  addEventListener('resize', place);
  addEventListener('scroll', place, true);
  viewport?.addEventListener('resize', place);
  viewport?.addEventListener('scroll', place);
  return () => {
    removeEventListener('resize', place);
    removeEventListener('scroll', place, true);
    viewport?.removeEventListener('resize', place);
    viewport?.removeEventListener('scroll', place);
  };
}

function show(menu: HTMLElement, anchor: DOMRect): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const {
    offsetLeft = 0,
    offsetTop = 0,
    width = clientWidth,
    height = clientHeight,
  } = window.visualViewport ?? {};
  const seen = { left: offsetLeft, top: offsetTop, right: offsetLeft + width, bottom: offsetTop + height };
  const { isAbove, distance, left, width: ownWidth, maxHeight } = placeMenu(anchor, seen, clientHeight);
  menu.toggleAttribute('data-above', isAbove);
  menu.style.inset = isAbove ? `auto auto ${distance}px ${left}px` : `${distance}px auto auto ${left}px`;
  menu.style.width = `${ownWidth}px`;
  menu.style.maxHeight = `${maxHeight}px`;
}
