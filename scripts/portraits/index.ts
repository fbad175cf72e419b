/**
 * Draws src/assets/portraits from the descriptions in people.yaml: `npx node scripts/portraits/index.ts`. The same
 * descriptions give the same files. Three portraits were drawn by hand, so people.yaml does not describe them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { drawPortrait, type Person } from './draw.ts';

const people = load(readFileSync(new URL('people.yaml', import.meta.url), 'utf8')) as Record<string, Person>;
const folder = new URL('../../src/assets/portraits/', import.meta.url);
for (const [name, person] of Object.entries(people))
  writeFileSync(new URL(`${name}.svg`, folder), drawPortrait(person));
console.log(`${Object.keys(people).length} portraits drawn`);
