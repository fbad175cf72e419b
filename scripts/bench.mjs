// @ts-check
// `npm run bench`: measures the built site and prints a report.
import { ensureNode } from './node-version.mjs';

await ensureNode();
await import('../tests/bench/run.ts');
