// @ts-check
// `npm run bench`: measures the built site and prints a report.
import { ensureNode } from './node-version.mjs';

await ensureNode();
// The requests of an application run in this process, without Vite.
await import('./vite-imports.mjs');
await import('../tests/bench/run.ts');
