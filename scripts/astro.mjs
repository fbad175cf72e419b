// @ts-check
// Runs a command of Astro without its telemetry: `node scripts/astro.mjs build`. `npm run dev` also reads `.env`, as every npm command.
import { existsSync } from 'node:fs';
import { runCommand } from './run.mjs';

const args = process.argv.slice(2);
if (args[0] === 'dev' && existsSync('.env')) process.loadEnvFile('.env');
const code = await runCommand('astro', args);
process.exit(code);
