import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { arbitraryValues, sheetFaults } from '../support/source/sheet-rules.ts';

const sheets = globSync('src/**/*.css').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const tokens = { path: 'src/styles/tokens.css', text: ':root {\n  --round: 10px;\n  --ink: #171a21;\n}' };

test('sheets take sizes, radii, colours and breakpoints from the tokens', () => {
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheetFaults(sheets)).toEqual([]);
});

test.each([
  ['font-size: 0.9375rem;', 'is theme("fontSize.note")'],
  ['border-radius: 10px;', 'has var(--round)'],
  ['border-radius: 9999px;', 'has theme("borderRadius.full")'],
  ['color: #171a21;', 'is a colour of its own'],
  ['padding: 1rem auto;', 'is --spacing(4)'],
  ['margin-top: -0.5rem;', 'is --spacing(2)'],
])('a sheet with %s is rejected', (declaration, sentence) => {
  const faults = sheetFaults([tokens, { path: 'a.css', text: `.a {\n  ${declaration}\n}` }]);
  expect(faults).toEqual([expect.stringContaining(sentence)]);
});

test.each([
  ['@media (width >= 768px) {\n}', 'has a width of its own'],
  ['@media (min-width: 48em) {\n}', 'has a width of its own'],
  ['/* biome-ignore-all lint: no reason */', 'switches a rule off'],
  ['@source not "../pages/staff";', 'lists what utilities'],
])('a sheet with %s is rejected', (text, sentence) => {
  expect(sheetFaults([tokens, { path: 'a.css', text }])).toEqual([expect.stringContaining(sentence)]);
});

test('a size that no token has may stand in one sheet and not in two', () => {
  const sheet = (path: string) => ({ path, text: '.a {\n  font-size: 3.25rem;\n}' });
  expect(sheetFaults([tokens, sheet('a.css')])).toEqual([]);
  expect(sheetFaults([tokens, sheet('a.css'), sheet('b.css')])).toEqual([
    expect.stringContaining('a size of two sheets is a token'),
  ]);
});

test('mark-up has no arbitrary values', () => {
  const markup = globSync('src/**/*.{astro,tsx}').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  expect(markup.length).toBeGreaterThan(200);
  expect(markup.flatMap(arbitraryValues)).toEqual([]);
  const sample = { path: 'a.astro', text: '<p class="lead max-w-[34rem]"></p>' };
  expect(arbitraryValues(sample)).toEqual([expect.stringContaining('max-w-[34rem]')]);
});

test('breadcrumbs are one part, so they look the same on every page', () => {
  const own = globSync('src/**/*.astro').filter((path) =>
    readFileSync(path, 'utf8').includes('aria-label="Breadcrumb"'),
  );
  expect(own.map((path) => path.replaceAll('\\', '/'))).toEqual(['src/layouts/parts/core/Crumbs.astro']);
});

// A build compiles a part with the sheet that takes it in. The development server compiles each imported sheet alone.
test('a component imports only sheets that compile alone, no parts of other sheets', () => {
  const sources = globSync('src/**/*.{astro,ts,tsx}').map((path) => readFileSync(path, 'utf8'));
  const imported = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/^import '#(\S+\.css)';$/gm)].map(([, path]) => `src/${path}`),
    ),
  );
  expect(imported.size).toBeGreaterThan(20);
  const needsTheme = /@variant|@apply|theme\(|--spacing\(/;
  const faults = sheets
    .filter(({ path, text }) => imported.has(path.replaceAll('\\', '/')) && needsTheme.test(text))
    .filter(({ text }) => !/@reference|@import "tailwindcss|@config/.test(text));
  expect(faults.map(({ path }) => path)).toEqual([]);
});
