// @ts-check
// `npm run backup -- FOLDER`: copies the embedded database and the uploads to a new folder, also while the server runs.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';

await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
await import('../src/lib/server/commands/backup.ts');
