/** A row that follows the pointer while the other rows shift. It works for rows of any content. */
export interface Drag {
  move(clientY: number): void;
  /** Resets the styles and returns the index where the row was dropped; null after `cancel`. */
  drop(): number | null;
  cancel(): void;
}

/** The page scrolls while the pointer is this close to an edge, faster when closer. */
const edge = 72;
const maxScrollStep = 14;

/** Starts dragging the row at `from`. */
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
      window.scrollBy(0, (near / edge) * maxScrollStep);
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
