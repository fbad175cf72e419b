import type { Face } from './faces.ts';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A head with hair and shoulders is about three times as wide as the face that the detector finds. */
const headroom = 3;

/**
 * Returns the square around all faces within the picture. It is no smaller than the thumbnail, so that nothing is
 * enlarged. [IMG-01]
 */
export function cropSquareAround(
  faces: readonly Face[],
  width: number,
  height: number,
  thumbSide: number,
): Box {
  const shorter = Math.min(width, height);
  const edge = (key: 'x' | 'y', sign: 1 | -1) => faces.map((face) => face[key] + (sign * face.side) / 2);
  const [left, right] = [Math.min(...edge('x', -1)), Math.max(...edge('x', 1))];
  const [top, bottom] = [Math.min(...edge('y', -1)), Math.max(...edge('y', 1))];
  const largest = Math.max(...faces.map(({ side }) => side));
  const around = Math.max(largest * headroom, (right - left) * 1.2, (bottom - top) * 1.2);
  const side = Math.round(Math.min(shorter, Math.max(around, thumbSide)));
  const place = (middle: number, whole: number) =>
    Math.round(Math.min(whole - side, Math.max(0, middle - side / 2)));
  return {
    left: place((left + right) / 2, width),
    top: place((top + bottom) / 2, height),
    width: side,
    height: side,
  };
}
