import type { Log } from '#lib/server/log.ts';

type Level = 'info' | 'warn' | 'error';

/**
 * Makes everything that the process prints a line of the log: Astro's messages, those of libraries, Node's warnings, and the
 * error that ends the process. The log itself writes to the descriptor of stdout. [C-40]
 */
export function logOutput(log: Log): void {
  process.stdout.write = createWrite(log, 'info');
  process.stderr.write = createWrite(log, 'error');
  process.removeAllListeners('warning');
  process.on('warning', (err) => log.warn({ err }, 'Node warns'));
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (err) => {
    log.error({ err }, 'the process ends after an error that nobody caught');
    process.exit(1);
  });
}

/** Returns a `write` of a stream that logs the text without its colours. */
function createWrite(log: Log, level: Level): typeof process.stdout.write {
  return (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    const text = stripColours(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()).trim();
    if (text) log[level]({ event: 'output' }, text);
    const done = rest.find((one) => typeof one === 'function');
    if (done) process.nextTick(done as () => void);
    return true;
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character
const stripColours = (text: string): string => text.replace(/\u001b\[[\d;]*m/g, '');
