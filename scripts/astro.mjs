// @ts-check
// Astro's own commands, without its telemetry: `node scripts/astro.mjs build`.
import { inheritedRun } from './run.mjs';

const code = await inheritedRun('astro', process.argv.slice(2));
process.exit(code);
