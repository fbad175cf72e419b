/** A square within a picture, in the picture's pixels. */
export interface Crop {
  left: number;
  top: number;
  side: number;
}

interface Size {
  width: number;
  height: number;
}

/** A smaller square would be scaled up where it is shown. [USER-01] */
const minSide = 192;
const maxZoom = 5;

/** Returns the largest zoom of a picture; at 1 the square is as large as possible. */
export const maxZoomOf = (picture: Size): number =>
  Math.min(maxZoom, Math.max(1, shorterSide(picture) / minSide));

const shorterSide = ({ width, height }: Size) => Math.min(width, height);

export const zoomOf = ({ side }: Crop, picture: Size): number => shorterSide(picture) / side;

/** Returns the largest square: in the middle of a wide picture, in the upper part of a tall one, where a face usually is. */
export function createCrop(picture: Size): Crop {
  const side = shorterSide(picture);
  return { left: (picture.width - side) / 2, top: (picture.height - side) / 3, side };
}

/** Moves the square by pixels of the picture, within its edges. */
export function moveCrop({ left, top, side }: Crop, right: number, down: number, picture: Size): Crop {
  const clampToPicture = (at: number, length: number) => Math.min(Math.max(0, at), length - side);
  return {
    left: clampToPicture(left + right, picture.width),
    top: clampToPicture(top + down, picture.height),
    side,
  };
}

/** Zooms the square around its centre. */
export function zoomCrop(crop: Crop, zoom: number, picture: Size): Crop {
  const side = shorterSide(picture) / Math.min(Math.max(1, zoom), maxZoomOf(picture));
  const inwards = (crop.side - side) / 2;
  return moveCrop({ left: crop.left + inwards, top: crop.top + inwards, side }, 0, 0, picture);
}
