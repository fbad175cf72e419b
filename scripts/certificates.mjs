// @ts-check
// `npm run certificates -- issue file.csv +919876543210`: issues the certificates of a file.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';

await ensureNode();
if (existsSync('.env')) process.loadEnvFile('.env');
// Programmes are content, which the server's code imports in the way of Vite.
await import('./vite-imports.mjs');
await import('../src/lib/server/commands/certificates.ts');
