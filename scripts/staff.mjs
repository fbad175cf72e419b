// @ts-check
// `npm run staff -- grant +919876543210`: gives the user with this number the staff role.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';

await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
// What a member of staff owns has names of programmes, which the server's code imports in the way of Vite.
await import('./vite-imports.mjs');
await import('../src/lib/server/commands/staff.ts');
