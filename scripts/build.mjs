// @ts-check
// `npm run build`: Astro's build, with a record of what it was made from, which `npm start` compares.
import { ensureNode } from './node-version.mjs';

await ensureNode();
const { build } = await import('./build-if-changed.mjs');
process.exit(await build('inherit'));
