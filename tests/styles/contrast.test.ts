import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');

const surfaces = ['surface', 'surface-raised', 'surface-sunken'];
const texts = ['ink', 'ink-muted', 'accent', 'accent-strong', 'danger', 'success', 'warning'];

/** The pairs of text and background that docs/design-tokens.md allows. */
const textPairs: [text: string, background: string][] = [
  ...surfaces.flatMap((surface) => texts.map((text): [string, string] => [text, surface])),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-strong'],
  ['accent-soft-ink', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['ink-muted', 'accent-soft'],
  ['danger', 'danger-soft'],
  ['success', 'success-soft'],
  ['warning', 'warning-soft'],
  ['surface-raised', 'danger'],
];

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s colours', (_, block) => {
  const colours = new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
  const colour = (name: string) => colours.get(name) ?? expect.fail(`--${name} is no hex colour`);

  it.each(textPairs)('%s on %s is at least 4.5:1 (WCAG 2.2, 1.4.3)', (text, background) => {
    expect(contrast(colour(text), colour(background))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(
    surfaces.flatMap((surface) => [
      ['control', surface],
      ['accent', surface],
      ['star', surface],
    ]),
  )('the border, ring or drawing %s on %s is at least 3:1 (WCAG 2.2, 1.4.11)', (line = '', surface = '') =>
    expect(contrast(colour(line), colour(surface))).toBeGreaterThanOrEqual(3),
  );
});

function contrast(first: string, second: string): number {
  const [lighter = 0, darker = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the relative luminance, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
