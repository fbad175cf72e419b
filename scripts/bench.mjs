// @ts-check
// `npm run bench`
import { ensureNode } from './node-version.mjs';

await ensureNode();
await import('../tests/bench/run.ts');
