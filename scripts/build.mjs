// @ts-check
// `npm run build`: builds the site. With `--if-changed`, and in `npm start`, only when its sources have changed.
import { ensureNode } from './node-version.mjs';

await ensureNode();
const { build, buildIfChanged } = await import('./build-if-changed.mjs');
if (process.argv.includes('--if-changed')) await buildIfChanged();
else process.exit(await build('inherit'));
