// @ts-check
// `npm run check:photos`: checks the picture of everybody in src/content, see docs/content.md.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureNode } from './node-version.mjs';
import { root } from './run.mjs';

await ensureNode();
await import('./vite-imports.mjs');
const { checkPortraits } = await import('./portraits/check.ts');
const { listPicturedPeople } = await import('./portraits/pictured-people.ts');

const folder = join(root, 'src/assets/portraits');
const people = listPicturedPeople();
const { problems, notes } = await checkPortraits(people, readdirSync(folder), folder);
for (const note of notes) console.log(`look:   ${note}`);
for (const problem of problems) console.error(`repair: ${problem}`);
const pictured = new Set(people.flatMap(({ portrait }) => portrait ?? [])).size;
console.log(`${pictured} pictures, ${problems.length} to repair, ${notes.length} to look at.`);
process.exitCode = problems.length > 0 ? 1 : 0;
