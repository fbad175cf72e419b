// @ts-check
// `npm run rebuild-reports`: counts the numbers of the reports of every day again from the stored rows.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';

await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
await import('../src/lib/server/commands/rebuild-reports.ts');
