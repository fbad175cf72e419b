import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCrop, maxZoomOf, moveCrop, zoomCrop, zoomOf } from '#lib/domain/account/crop.ts';

const size = fc.record({
  width: fc.integer({ min: 1, max: 9000 }),
  height: fc.integer({ min: 1, max: 9000 }),
});
const act = fc.oneof(
  fc.record({ right: fc.integer({ min: -9000, max: 9000 }), down: fc.integer({ min: -9000, max: 9000 }) }),
  fc.record({ zoom: fc.double({ min: 0.01, max: 20, noNaN: true }) }),
);

test('the first square is as large as possible, in the middle of a wide picture and near the top of a tall one', () => {
  expect(createCrop({ width: 900, height: 600 })).toEqual({ left: 150, top: 0, side: 600 });
  expect(createCrop({ width: 600, height: 900 })).toEqual({ left: 0, top: 100, side: 600 });
});

test('[USER-01] a square never has fewer pixels than pages show, unless the picture is smaller', () => {
  expect(maxZoomOf({ width: 100, height: 80 })).toBe(1);
  expect(maxZoomOf({ width: 384, height: 900 })).toBe(2);
  expect(maxZoomOf({ width: 4000, height: 3000 })).toBe(5);
});

test('zooming keeps the centre if there is room', () => {
  const picture = { width: 1000, height: 1000 };
  const closer = zoomCrop(createCrop(picture), 2, picture);
  expect(closer).toEqual({ left: 250, top: 250, side: 500 });
  expect(zoomCrop(closer, 1, picture)).toEqual(createCrop(picture));
});

test('a square stays within the picture, however it is moved and zoomed', () => {
  fc.assert(
    fc.property(size, fc.array(act, { maxLength: 20 }), (picture, acts) => {
      const crop = acts.reduce(
        (now, one) =>
          'zoom' in one ? zoomCrop(now, one.zoom, picture) : moveCrop(now, one.right, one.down, picture),
        createCrop(picture),
      );
      const room = 1e-6;
      expect(Math.min(crop.left, crop.top)).toBeGreaterThanOrEqual(-room);
      expect(crop.left + crop.side).toBeLessThanOrEqual(picture.width + room);
      expect(crop.top + crop.side).toBeLessThanOrEqual(picture.height + room);
      expect(zoomOf(crop, picture)).toBeLessThanOrEqual(maxZoomOf(picture) + room);
    }),
  );
});
