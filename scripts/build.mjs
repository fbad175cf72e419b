// @ts-check
// `npm run build`: builds the site. With `--if-changed`, as `npm test` does, only when its sources have changed.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';

await ensureNode();
const { build, buildIfChanged } = await import('./build-if-changed.mjs');
if (process.argv.includes('--if-changed')) await buildIfChanged();
else {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.exit(await build('inherit'));
}
