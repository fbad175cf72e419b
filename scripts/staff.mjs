// @ts-check
// `npm run staff -- grant +919876543210`: gives the user with this number the staff role.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';

await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
await import('../src/lib/server/commands/staff.ts');
