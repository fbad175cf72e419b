// @ts-check
// Runs a command of Astro without its telemetry: `node scripts/astro.mjs build`.
import { runCommand } from './run.mjs';

const code = await runCommand('astro', process.argv.slice(2));
process.exit(code);
