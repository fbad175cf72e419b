// @ts-check
// `npm run seed`
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';

await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
await import('../src/lib/server/commands/seed.ts');
