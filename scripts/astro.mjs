// @ts-check
// Runs a command of Astro without its telemetry: `node scripts/astro.mjs build`. `npm run dev` also reads `.env`.
import { existsSync } from 'node:fs';
import { ensureNode } from './node-version.mjs';
import { runCommand } from './run.mjs';

await ensureNode();
const args = process.argv.slice(2);
if (args[0] === 'dev' && existsSync('.env')) process.loadEnvFile('.env');
const code = await runCommand('astro', args);
process.exit(code);
