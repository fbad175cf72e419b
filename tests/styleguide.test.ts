import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readImports } from './support/source/imports.ts';
import { listSources } from './support/source/sources.ts';

/** Each is on every page, the styleguide's own included; the last one draws nothing. */
const exceptions = ['AccountMenu', 'Footer', 'Header', 'LegalArticle', 'Preload'];

test('the styleguide shows every component of islands/ui and layouts/parts', () => {
  const shown = new Set<string>();
  const visit = (path: string) => {
    if (shown.has(path)) return;
    shown.add(path);
    for (const { target } of readImports(path, readFileSync(path, 'utf8')))
      if (/^src\/(islands|layouts)\/.*\.(astro|tsx)$/.test(target)) visit(target);
  };
  visit(join('src', 'pages', '_styleguide.astro').replaceAll('\\', '/'));

  const pieces = [...listSources('src/islands/ui'), ...listSources('src/layouts/parts')].filter((path) =>
    /\/[A-Z]\w+\.(astro|tsx)$/.test(path),
  );
  const missing = pieces.filter(
    (path) => !shown.has(path) && !exceptions.some((name) => path.endsWith(`/${name}.astro`)),
  );
  expect(missing).toEqual([]);
});
