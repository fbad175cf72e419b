// @ts-check
// `npm run rebuild-visits`: counts the visits of every day again from the stored events.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';

await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
await import('../src/lib/server/commands/rebuild-visits.ts');
