import { compareLoads, type LoadOptions } from './load.ts';
import { printHeading, printRatio, printRow } from './report.ts';

const path = '/certificates/K7TQM4XWHN2C/';
const measure = { seconds: 3, connections: 32 };
const asBrowser = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const cause = 'The headers of a page are written for each answer, and those of a file are prepared at start.';

/**
 * Measures the page of a certificate with the cache, without it, for an id that nobody has, and a prerendered page of the same
 * server, which has demo data. A cookie that the cache does not know makes the server render the page.
 */
export async function measureCertificatePages(
  name: string,
  { pid, url }: { pid: number; url: string },
): Promise<void> {
  const at = (target: string, headers: Record<string, string> = {}) => ({
    pid,
    options: {
      ...{ url: `${url.replace('localhost', '127.0.0.1')}${target}`, ...measure },
      headers: { ...asBrowser, ...headers },
    } satisfies LoadOptions,
  });
  printHeading(`The page of a certificate, ${name}`);
  const [cached, rendered, file] = (await compareLoads([
    at(path),
    at(path, { cookie: 'unknown=1' }),
    at('/about/'),
  ])) as [never, never, never];
  printRow('from the cache', cached);
  printRow('rendered for each request', rendered);
  printRow('a prerendered page', file);
  printRatio('from the cache, to the prerendered page', cached, file, 0.5, cause);
  printRatio('from the cache, to rendering it', cached, rendered);
}
