// @ts-check
// `npm start`: builds when the sources have changed since the last build, then serves in this process.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

stopWithNpm();
await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
const { buildIfChanged } = await import('./build-if-changed.mjs');
await buildIfChanged();
await import('../server.mjs');
