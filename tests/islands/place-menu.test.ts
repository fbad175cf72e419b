import { describe, expect, test } from 'vitest';
import { placeMenu } from '../../src/islands/ui/select/place-menu.ts';

const field = (top: number, left = 20, width = 320) => ({ top, bottom: top + 48, left, right: left + width });
const window = (width: number, height: number) => ({ top: 0, left: 0, right: width, bottom: height });

describe('[APP-08] where the menu opens', () => {
  test('below its control, at most 300 px high', () => {
    expect(placeMenu(field(100), window(360, 800), 800)).toEqual({
      isAbove: false,
      distance: 154,
      left: 20,
      width: 320,
      maxHeight: 300,
    });
  });

  test('above it when there is more room, measured from the window’s bottom', () => {
    expect(placeMenu(field(560), window(360, 800), 800)).toMatchObject({
      isAbove: true,
      distance: 246,
      maxHeight: 300,
    });
  });

  test('less high when neither side has 300 px, but at least 140', () => {
    expect(placeMenu(field(150), window(360, 420), 420)).toMatchObject({ isAbove: false, maxHeight: 208 });
    const squeezed = placeMenu(field(60), window(800, 180), 180);
    expect(squeezed.maxHeight).toBe(140);
    expect(squeezed.distance + squeezed.maxHeight).toBeLessThanOrEqual(180 - 8);
  });

  test('within the part of the window that the on-screen keyboard leaves', () => {
    const seen = { top: 100, left: 0, right: 360, bottom: 500 };
    const { isAbove, distance, maxHeight } = placeMenu(field(420), seen, 800);
    expect(isAbove).toBe(true);
    expect(800 - distance - maxHeight).toBeGreaterThanOrEqual(108);
  });

  test('as wide as its control, but at least readable and within the window', () => {
    expect(placeMenu(field(100, 300, 50), window(360, 800), 800)).toMatchObject({ left: 112, width: 240 });
    expect(placeMenu(field(100, 0, 400), window(200, 800), 800)).toMatchObject({ left: 8, width: 184 });
  });
});
