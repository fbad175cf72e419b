/** APP-08 */
const menuHeight = { least: 140, most: 300 };

const gap = 6;
const margin = 8;

interface Edges {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface MenuPlace {
  /** Above what it belongs to, because there is more room than below. */
  isAbove: boolean;
  /** From the window's top or, when it is above, from the window's bottom. */
  distance: number;
  left: number;
  width: number;
  maxHeight: number;
}

/** APP-08: where a menu of 140 to 300 px goes, beside its control and within what can be seen of the window. */
export function placeMenu(anchor: Edges, seen: Edges, windowHeight: number): MenuPlace {
  const below = seen.bottom - anchor.bottom - gap - margin;
  const above = anchor.top - seen.top - gap - margin;
  const isAbove = below < menuHeight.most && above > below;
  const room = isAbove ? above : below;
  const maxHeight = Math.min(menuHeight.most, Math.max(menuHeight.least, room));
  // With less room than the least height it covers its control rather than leave the screen.
  const edge = isAbove
    ? Math.max(anchor.top - gap, seen.top + margin + maxHeight)
    : Math.min(anchor.bottom + gap, seen.bottom - margin - maxHeight);
  const width = Math.min(Math.max(anchor.right - anchor.left, 240), seen.right - seen.left - 2 * margin);
  return {
    isAbove,
    distance: Math.round(isAbove ? windowHeight - edge : edge),
    left: Math.round(Math.max(seen.left + margin, Math.min(anchor.left, seen.right - margin - width))),
    width: Math.round(width),
    maxHeight: Math.floor(maxHeight),
  };
}
