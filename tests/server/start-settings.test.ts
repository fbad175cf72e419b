import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Prints the process and its settings each time that it starts. */
const report =
  "data:text/javascript,console.log(process.pid, process.env.MALLOC_ARENA_MAX ?? '-', process.env.NODE_OPTIONS ?? '-')";

/** Starts the server with a folder that has no build, and returns what each of its starts has printed. */
function listStarts(env: Record<string, string>): string[][] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', report, join(import.meta.dirname, '../../server.mjs'), 'no-build'],
    { env, encoding: 'utf8' },
  );
  expect(stderr).toBe(
    `There is no build in ${join(process.cwd(), 'no-build')}. Run "npm run build" first.\n`,
  );
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
}

const databaseUrl = { DATABASE_URL: 'postgres://127.0.0.1:9/none' };

test.skipIf(process.platform !== 'linux')(
  'a server on PostgreSQL that was started without the settings of its memory starts again with them, as the same process',
  () => {
    const starts = listStarts(databaseUrl);
    expect(starts.map(([, ...settings]) => settings)).toEqual([
      ['-', '-'],
      ['1', '--max-semi-space-size=2'],
    ]);
    expect(starts[1]?.[0]).toBe(starts[0]?.[0]);
    const [, [, , options] = []] = listStarts({ ...databaseUrl, NODE_OPTIONS: '--max-old-space-size=300' });
    expect(options).toBe('--max-old-space-size=300');
  },
);

test('a server that has the settings, or has the embedded database, starts once', () => {
  expect(listStarts({ ...databaseUrl, MALLOC_ARENA_MAX: '2' }).map(([, arenas]) => arenas)).toEqual(['2']);
  expect(listStarts({}).map(([, arenas]) => arenas)).toEqual(['-']);
});

test('an older Node says which one is needed before it loads what it does not have', () => {
  const old =
    "data:text/javascript,process.getBuiltinModule = undefined; Object.defineProperty(process.versions, 'node', { value: '20.1.0' })";
  const server = join(import.meta.dirname, '../../server.mjs');
  const { stderr } = spawnSync(process.execPath, ['--import', old, server, 'no-build'], {
    env: {},
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^The server needs Node 22\.18 or newer and this is 20\.1\.0\./);
});
