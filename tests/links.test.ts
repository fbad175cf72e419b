import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAnchors, readProse } from './support/headings.ts';

/** The links of a Markdown file to other files of the repository, or to one of its own headings. */
const linksIn = (path: string) =>
  [...readProse(path).matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].map(([, file, anchor]) => ({
    target: file ? join(path, '..', file) : path,
    anchor,
  }));

test.each(['README.md', ...globSync('docs/**/*.md')])(
  'every link of %s leads to a file, and to a heading in it',
  (path) => {
    for (const { target, anchor } of linksIn(path)) {
      expect(existsSync(target), target).toBe(true);
      if (anchor) expect(readAnchors(target), `${target}#${anchor}`).toContain(anchor);
    }
  },
);
