// @ts-check
// `npm run messages -- test +919876543210`: sends a test message to an admin by each provider that is set up.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';

await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
await import('./vite-imports.mjs');
await import('../src/lib/server/commands/messages.ts');
