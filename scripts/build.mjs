// @ts-check
// `npm run build`: Astro's build, with a record of its sources. `npm start` and `--if-changed` build only when they changed.
import { ensureNode } from './node-version.mjs';

await ensureNode();
const { build, buildIfChanged } = await import('./build-if-changed.mjs');
if (process.argv.includes('--if-changed')) await buildIfChanged();
else process.exit(await build('inherit'));
