import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isClosingRelease, type Sample, speedOf } from './sheet-release.ts';

/** Below 600 px a modal is a sheet. [APP-05] */
const isSheet = () => matchMedia('(max-width: 599px)').matches;

/** A movement of fewer pixels is not a drag. */
const slop = 6;

/**
 * Lets a finger drag the sheet down, from its bar or from content that is scrolled to its top. It closes when released far or
 * fast enough and springs back otherwise. A mouse does not drag it. [APP-07]
 */
export function useSheetDrag(sheet: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = sheet.current;
    if (!element) return;
    const stop = new AbortController();
    const { signal } = stop;
    const drag = createDrag(element, () => close());
    element.addEventListener('pointerdown', drag.handlePointerDown, { signal });
    element.addEventListener('pointermove', drag.move, { signal });
    element.addEventListener('pointerup', drag.release, { signal });
    element.addEventListener('pointercancel', drag.cancel, { signal });
    // Unless the first move is prevented, the browser scrolls and cancels the pointer.
    element.addEventListener('touchmove', drag.decline, { signal, passive: false });
    return () => stop.abort();
  }, [sheet]);
}

interface Pull {
  pointer: number;
  x: number;
  y: number;
  isMoving: boolean;
  samples: Sample[];
}

function createDrag(sheet: HTMLElement, close: () => void) {
  let pull: Pull | null = null;

  function handlePointerDown(event: PointerEvent): void {
    // A second finger ends the drag.
    cancel();
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    const mayPull =
      event.isPrimary &&
      event.pointerType !== 'mouse' &&
      isSheet() &&
      isAtTop(event.target as Element, sheet);
    pull = mayPull ? { pointer, x, y, isMoving: false, samples: [] } : null;
  }

  function move(event: PointerEvent): void {
    if (!pull || event.pointerId !== pull.pointer) return;
    const down = event.clientY - pull.y;
    if (!pull.isMoving && Math.abs(down) < slop && Math.abs(event.clientX - pull.x) < slop) return;
    if (!pull.isMoving && !begin(event, down)) {
      pull = null;
      return;
    }
    pull.samples.push({ at: event.timeStamp, y: event.clientY });
    sheet.style.translate = `0 ${Math.max(0, event.clientY - pull.y)}px`;
  }

  /** Returns whether the movement is a drag: not upwards, not sideways, and no text is being selected. */
  function begin(event: PointerEvent, down: number): boolean {
    if (!pull || down < Math.abs(event.clientX - pull.x) || getSelection()?.type === 'Range') return false;
    // The sheet follows from here, without a jump by the slop.
    pull.y = event.clientY;
    pull.isMoving = true;
    sheet.setPointerCapture(event.pointerId);
    return true;
  }

  function release(event: PointerEvent): void {
    if (pull?.isMoving && event.pointerId === pull.pointer && isFar(event, pull)) {
      // The exit goes on from where the finger left it.
      pull = null;
      close();
    }
    cancel();
  }

  function isFar(event: PointerEvent, { y, samples }: Pull): boolean {
    const speed = speedOf([...samples, { at: event.timeStamp, y: event.clientY }]);
    return isClosingRelease({ distance: event.clientY - y, speed, height: sheet.offsetHeight });
  }

  function cancel(): void {
    if (pull?.isMoving) springBack(sheet);
    pull = null;
  }

  function decline(event: TouchEvent): void {
    const touch = event.touches[0];
    if (!pull || !touch || !event.cancelable) return;
    const down = touch.clientY - pull.y;
    if (pull.isMoving || (down > 0 && down >= Math.abs(touch.clientX - pull.x))) event.preventDefault();
  }

  return { handlePointerDown, move, release, cancel, decline };
}

/** Returns false where a finger does something else: it moves the caret in a field, and scrolls a menu or scrolled content. */
function isAtTop(target: Element, sheet: HTMLElement): boolean {
  if (target.closest('input, textarea, select, [contenteditable], [popover]')) return false;
  for (let box: Element | null = target; box && box !== sheet; box = box.parentElement) {
    if (box.scrollTop > 0) return false;
  }
  return true;
}

function springBack(sheet: HTMLElement): void {
  const from = sheet.style.translate;
  sheet.style.translate = '';
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  sheet.animate({ translate: [from, '0 0'] }, { duration: 250, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' });
}
