// @ts-check
// `npm run restore -- FOLDER`: puts a backup of the embedded database and the uploads in the place of the current data.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';

await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
await import('../src/lib/server/commands/restore.ts');
