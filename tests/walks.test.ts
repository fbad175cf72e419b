import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The maximum number of files to open to follow each action. */
const maxFiles: Record<string, number> = {
  'Verify an OTP': 12,
  'Apply for a job': 12,
  'Mark a project as featured': 14,
  'Request a brochure with its PDF': 18,
  'Staff move an application': 12,
  'A candidate moves an interview': 14,
};

const [, ...walks] = readFileSync('docs/walks.md', 'utf8').split(/^## /m);

test('docs/walks.md lists every action, and every file that it names exists', () => {
  expect(walks.map((walk) => walk.slice(0, walk.indexOf('\n')))).toEqual(Object.keys(maxFiles));
  const named = walks.flatMap((walk) =>
    [...walk.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path),
  );
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test.each(Object.entries(maxFiles))('%s takes at most %i files', (title, max) => {
  const walk = walks.find((text) => text.startsWith(title)) ?? '';
  const files = walk.match(/^\d+\. /gm) ?? [];
  expect(files.length).toBeGreaterThan(0);
  expect(files.length).toBeLessThanOrEqual(max);
});
