import { expect, test } from 'vitest';
import { isClosingRelease, speedOf } from '../../src/islands/ui/modal/sheet-release.ts';

const height = 400;

test.each([
  ['a pull of a third of the sheet', { distance: 140, speed: 0 }, true],
  ['less than that', { distance: 100, speed: 0.1 }, false],
  ['a flick', { distance: 40, speed: 0.9 }, true],
  ['a twitch', { distance: 12, speed: 2 }, false],
  ['far, but on the way back', { distance: 200, speed: -0.4 }, false],
  ['upwards', { distance: -80, speed: -1 }, false],
])('[APP-07] a sheet that is released after %s', (_, release, closes) => {
  expect(isClosingRelease({ ...release, height })).toBe(closes);
});

test('[APP-07] a tall sheet closes after 160 px, not after a third of the screen', () => {
  expect(isClosingRelease({ distance: 170, speed: 0, height: 760 })).toBe(true);
});

test('[APP-07] the speed is measured over the last moments', () => {
  const samples = [
    { at: 0, y: 0 },
    { at: 400, y: 100 },
    { at: 450, y: 150 },
    { at: 500, y: 200 },
  ];
  expect(speedOf(samples)).toBe(1);
  expect(speedOf([...samples, { at: 900, y: 200 }])).toBe(0);
  expect(speedOf([])).toBe(0);
});
