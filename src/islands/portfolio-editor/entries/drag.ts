/** A row that follows the pointer while the others make room. Nothing is known of what the rows are. */
export interface Drag {
  move(clientY: number): void;
  /** Puts everything back and says where the row was dropped; null after `cancel`. */
  drop(): number | null;
  cancel(): void;
}

/** Near an edge of the window the page scrolls, the faster the nearer. */
const edge = 72;
const fastest = 14;

export function startDrag(rows: readonly HTMLElement[], from: number, startY: number): Drag {
  const row = rows[from];
  const startScroll = window.scrollY;
  const boxes = rows.map((one) => one.getBoundingClientRect());
  const gap = boxes[from] ? (boxes[1]?.top ?? 0) - (boxes[0]?.bottom ?? 0) : 0;
  let [pointer, index, frame, isOver] = [startY, from, 0, false];
  row?.setAttribute('data-dragged', '');

  function follow(): void {
    const own = boxes[from];
    if (!row || !own) return;
    const shift = pointer - startY + window.scrollY - startScroll;
    const middle = own.top + own.height / 2 + shift;
    row.style.translate = `0 ${shift}px`;
    index = boxes.filter((box, place) => place !== from && box.top + box.height / 2 < middle).length;
    rows.forEach((other, place) => {
      if (place === from) return;
      const step = place > from && place <= index ? -1 : place < from && place >= index ? 1 : 0;
      other.style.translate = step ? `0 ${step * (own.height + gap)}px` : '';
    });
  }

  function scroll(): void {
    const near = pointer < edge ? pointer - edge : Math.max(0, pointer - (window.innerHeight - edge));
    if (near !== 0) {
      window.scrollBy(0, (near / edge) * fastest);
      follow();
    }
    frame = requestAnimationFrame(scroll);
  }
  frame = requestAnimationFrame(scroll);

  function end(): void {
    isOver = true;
    cancelAnimationFrame(frame);
    row?.removeAttribute('data-dragged');
    for (const one of rows) one.style.translate = '';
  }

  return {
    move(clientY) {
      pointer = clientY;
      if (!isOver) follow();
    },
    drop() {
      if (isOver) return null;
      end();
      return index;
    },
    cancel: () => !isOver && end(),
  };
}
