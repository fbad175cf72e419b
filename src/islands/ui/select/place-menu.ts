/** APP-08 */
const menuHeight = { min: 140, max: 300 };

const gap = 6;
const margin = 8;

interface Edges {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface MenuPlace {
  /** True when there is more room above the control than below. */
  isAbove: boolean;
  /** The distance from the window's top or, when `isAbove`, from its bottom. */
  distance: number;
  left: number;
  width: number;
  maxHeight: number;
}

/** Returns the position of a menu of 140 to 300 px beside its control, within the visible part of the window. [APP-08] */
export function placeMenu(anchor: Edges, seen: Edges, windowHeight: number): MenuPlace {
  const below = seen.bottom - anchor.bottom - gap - margin;
  const above = anchor.top - seen.top - gap - margin;
  const isAbove = below < menuHeight.max && above > below;
  const room = isAbove ? above : below;
  const maxHeight = Math.min(menuHeight.max, Math.max(menuHeight.min, room));
  // If the available space is less than its minimum height, the menu covers its control instead of leaving
  // the screen.
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
