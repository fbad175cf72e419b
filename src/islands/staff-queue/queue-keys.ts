import type { KeyboardEvent } from 'react';
import { areSingleKeysOn } from '#lib/browser/single-keys.ts';
import type { ApplicationQueue } from '#lib/stores/staff/application-queue.ts';

interface Keys {
  queue: ApplicationQueue;
  /** Moves the focus to the actions for the selected applications. */
  onAct: () => void;
}

/**
 * Keys of a list of applications, while one of its boxes has the focus, so that they neither interfere with typing nor with a
 * screen reader (WCAG 2.1.4), and its letters only while single keys are on. Tab and the space bar work as everywhere.
 * `pressPageKey` has those that need no box.
 */
export function queueKeys({ queue, onAct }: Keys) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || box.name !== 'id') return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const does = actions[event.key];
    if (!does || (event.key.length === 1 && !areSingleKeysOn())) return;
    event.preventDefault();
    does({ box, list: event.currentTarget, queue, onAct, isShift: event.shiftKey });
  };
}

/** Runs a key that is pressed anywhere on the page: all, none, and the actions. Returns whether it is one of them. */
export function pressPageKey(key: string, { queue, onAct }: Keys): boolean {
  if (key === 'a') queue.toggleAll();
  else if (key === 'm') onAct();
  else return false;
  return true;
}

interface Press extends Keys {
  box: HTMLInputElement;
  list: HTMLElement;
  isShift: boolean;
}

const down = (press: Press) => step(press, 1);
const up = (press: Press) => step(press, -1);

const actions: Record<string, (press: Press) => void> = {
  j: down,
  ArrowDown: down,
  k: up,
  ArrowUp: up,
  ArrowRight: (press) => stepColumn(press, 1),
  ArrowLeft: (press) => stepColumn(press, -1),
  x: ({ box, queue }) => queue.toggle(box.value),
  X: ({ box, queue }) => queue.toggleTo(box.value),
  a: ({ queue }) => queue.toggleAll(),
  Escape: ({ queue }) => queue.clear(),
  m: ({ onAct }) => onAct(),
  o: ({ box }) => box.closest<HTMLElement>('[data-card]')?.querySelector('a')?.click(),
  Enter: ({ box }) => box.closest<HTMLElement>('[data-card]')?.querySelector('a')?.click(),
};

const boxesIn = (part: ParentNode) => [...part.querySelectorAll<HTMLInputElement>('input[name="id"]')];

/** With Shift, every box that the focus passes is selected too. */
function step({ box, list, queue, isShift }: Press, by: 1 | -1): void {
  const within = box.closest('[data-column]') ?? list;
  const boxes = boxesIn(within);
  const next = boxes[boxes.indexOf(box) + by];
  next?.focus();
  if (next && isShift) queue.toggleTo(next.value);
}

/** Moves to the same height in the next column that has cards. */
function stepColumn({ box, list }: Press, by: 1 | -1): void {
  const columns = [...list.querySelectorAll('[data-column]')].filter((column) => boxesIn(column).length);
  const own = box.closest('[data-column]');
  const next = own && columns[columns.indexOf(own) + by];
  if (!own || !next) return;
  const boxes = boxesIn(next);
  boxes[Math.min(boxesIn(own).indexOf(box), boxes.length - 1)]?.focus();
}
