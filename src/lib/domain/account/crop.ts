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

/** A square of fewer pixels would be blown up where it is shown (USER-01). */
const smallestSide = 192;
const furthestZoom = 5;

/** How far one may go into a picture; 1 shows as much of it as a square can. */
export const largestZoom = (picture: Size): number =>
  Math.min(furthestZoom, Math.max(1, shorterSide(picture) / smallestSide));

const shorterSide = ({ width, height }: Size) => Math.min(width, height);

export const zoomOf = ({ side }: Crop, picture: Size): number => shorterSide(picture) / side;

/** The largest square: in the middle of a wide picture, in the upper part of a high one, where a face is. */
export function startCrop(picture: Size): Crop {
  const side = shorterSide(picture);
  return { left: (picture.width - side) / 2, top: (picture.height - side) / 3, side };
}

/** By pixels of the picture, as far as there is picture. */
export function moveCrop({ left, top, side }: Crop, right: number, down: number, picture: Size): Crop {
  const within = (at: number, length: number) => Math.min(Math.max(0, at), length - side);
  return { left: within(left + right, picture.width), top: within(top + down, picture.height), side };
}

/** About its middle. */
export function zoomCrop(crop: Crop, zoom: number, picture: Size): Crop {
  const side = shorterSide(picture) / Math.min(Math.max(1, zoom), largestZoom(picture));
  const inwards = (crop.side - side) / 2;
  return moveCrop({ left: crop.left + inwards, top: crop.top + inwards, side }, 0, 0, picture);
}
