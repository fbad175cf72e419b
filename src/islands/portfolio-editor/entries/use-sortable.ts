import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { type Drag, startDrag } from './drag.ts';

interface SortableOptions {
  list: RefObject<HTMLElement | null>;
  ids: readonly string[];
  onMove: (id: string, index: number) => void;
}

/** Sorts rows by pointer or keys with a grip in each row. The rows are the list's children, in the order of `ids`. */
export function useSortable({ list, ids, onMove }: SortableOptions) {
  const drag = useRef<Drag | null>(null);
  const refocus = useRef<HTMLElement | null>(null);

  // An element in a row that moved in the DOM has lost the focus.
  useLayoutEffect(() => {
    const focused = refocus.current;
    refocus.current = null;
    focused?.focus();
    if (focused?.matches(':disabled'))
      focused.closest('li')?.querySelector<HTMLElement>('[data-grip]')?.focus();
  });

  useEffect(() => () => drag.current?.cancel(), []);

  function move(id: string, index: number): void {
    const place = Math.max(0, Math.min(ids.length - 1, index));
    if (place === ids.indexOf(id)) return;
    refocus.current = document.activeElement as HTMLElement | null;
    onMove(id, place);
  }

  function handlePointerDown(event: PointerEvent<HTMLElement>, id: string): void {
    if (event.button !== 0 || !list.current || ids.length < 2) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = ids.indexOf(id);
    drag.current = startDrag([...list.current.children] as HTMLElement[], from, event.clientY);
  }

  function pressKey(event: KeyboardEvent, id: string): void {
    if (event.key === 'Escape') drag.current?.cancel();
    const at = ids.indexOf(id);
    const target = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: ids.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    move(id, target);
  }

  const gripProps = (id: string) => ({
    'data-grip': id,
    onPointerDown: (event: PointerEvent<HTMLElement>) => handlePointerDown(event, id),
    onPointerMove: (event: PointerEvent<HTMLElement>) => drag.current?.move(event.clientY),
    onPointerUp: () => {
      const index = drag.current?.drop();
      drag.current = null;
      if (index !== undefined && index !== null) move(id, index);
    },
    onPointerCancel: () => drag.current?.cancel(),
    onKeyDown: (event: KeyboardEvent) => pressKey(event, id),
  });

  return { gripProps, move };
}
