// @ts-check
// `npm run serve`: serves what `npm run build` made.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
stopWithNpm();
await import('../server.mjs');
