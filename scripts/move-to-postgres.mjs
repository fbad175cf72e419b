// @ts-check
// `npm run move-to-postgres`: copies the embedded database to the PostgreSQL of DATABASE_URL.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';

await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
await import('../src/lib/server/commands/move-to-postgres.ts');
