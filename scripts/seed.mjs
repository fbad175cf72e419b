// @ts-check
// `npm run seed`: adds the demo data that is missing.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';

await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
// The demo data reads src/content, which the server's code imports in the way of Vite.
await import('./vite-imports.mjs');
await import('../src/lib/server/commands/seed.ts');
