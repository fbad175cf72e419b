import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Runs a script as production does and returns its lines of the log. */
function run(script: string): { status: number | null; stderr: string; lines: Record<string, unknown>[] } {
  const imports = `import { logOutput } from '#lib/server/http/node/log-output.ts';
    import { withRequest } from '#lib/server/current-request.ts';
    import { findRequestId } from '#lib/server/http/node/request-id.ts';
    import { createLog } from '#lib/server/log.ts';
    const log = createLog();
    logOutput(log);`;
  const args = ['--input-type=module', '--eval', `${imports}\n${script}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  return { status, stderr, lines: lines.map((line) => JSON.parse(line)) };
}

it('[C-40] what Astro, libraries and Node print is a line of the log, without colours', () => {
  const { lines, stderr, status } = run(`
    console.log('two\\nlines');
    console.error('\\u001b[31mred\\u001b[39m');
    process.stdout.write('written\\n', () => process.emitWarning('old call'));`);
  expect(lines).toMatchObject([
    { level: 30, msg: 'two\nlines' },
    { level: 50, msg: 'red' },
    { level: 30, msg: 'written' },
    { level: 40, err: { type: 'Warning', message: 'old call' } },
  ]);
  expect([stderr, status]).toEqual(['', 0]);
});

it.each(['setTimeout(() => { throw new Error("lost") })', 'Promise.reject(new Error("lost"))'])(
  '[C-40] an error that nobody caught is a line of the log and ends the process: %s',
  (script) => {
    const { lines, stderr, status } = run(script);
    expect(lines).toMatchObject([{ level: 50, err: { type: 'Error', message: 'lost' } }]);
    expect([stderr, status]).toEqual(['', 1]);
  },
);

it('[C-40] lines that belong to a request have its id, also later and from a library', () => {
  const { lines } = run(`
    withRequest({ id: '0123abcd', route: null }, () => setTimeout(() => { log.info('ours ' + findRequestId()); console.log('theirs'); }));
    log.info('outside');`);
  const [outside, ours, theirs] = lines;
  expect(outside).not.toHaveProperty('requestId');
  expect([ours?.msg, ours?.requestId, theirs?.requestId]).toEqual(['ours 0123abcd', '0123abcd', '0123abcd']);
});
