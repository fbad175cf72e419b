// @ts-check
// `npm run migrate`: brings the database to the latest schema.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';

await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
await import('../src/lib/server/commands/migrate.ts');
