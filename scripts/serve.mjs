// @ts-check
// `npm run serve`: serves the last build.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

stopWithNpm();
await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
await import('../server.mjs');
