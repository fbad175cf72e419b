import { compareLoads, type LoadOptions, type LoadResult } from './load.ts';
import { printBudget, printHeading, printRatio, printRow } from './report.ts';

const measure = { seconds: 2, connections: 32 };
const asBrowser = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const prerendered = '/about/';

/**
 * Measures public pages of the database with the cache and without it, beside a prerendered page of the same server, which has
 * demo data. A cookie that the cache does not know makes the server render the page; the list of jobs may take `listMs` of CPU then.
 */
export async function measureCachedPages(
  name: string,
  { pid, url }: { pid: number; url: string },
  listMs: number,
): Promise<void> {
  const origin = url.replace('localhost', '127.0.0.1');
  const at = (path: string, headers: Record<string, string> = {}) => ({
    pid,
    options: {
      ...{ url: `${origin}${path}`, ...measure },
      headers: { ...asBrowser, ...headers },
    } satisfies LoadOptions,
  });
  const pages = await listPublicPages(url);
  printHeading(`Pages of the database, ${name}`);
  for (const [page, path] of Object.entries(pages)) {
    const [cached, rendered, file] = (await compareLoads([
      at(path),
      at(path, { cookie: 'unknown=1' }),
      at(prerendered),
    ])) as [LoadResult, LoadResult, LoadResult];
    printRow(`${page}, from the cache`, cached);
    printRow(`${page}, rendered for each request`, rendered);
    printRow(`a prerendered page, ${prerendered}`, file);
    printRatio('from the cache, to the prerendered page', cached, file, 0.5);
    if (page === 'the list of jobs')
      printBudget(
        'CPU to render it',
        `${(rendered.cpu / 1000).toFixed(1)} ms`,
        rendered.cpu <= listMs * 1000,
        `at most ${listMs} ms`,
      );
  }
}

/** Lists the public pages of the database, by what they are. The addresses of records are those of the sitemap. */
export async function listPublicPages(url: string): Promise<Record<string, string>> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const first = (section: string) => new RegExp(`/${section}/[a-z0-9-]+/`).exec(sitemap)?.[0] ?? '';
  return {
    'the list of jobs': '/moonshot/jobs/',
    'the jobs of a city': '/moonshot/jobs/?city=Pune',
    'a job': first('moonshot/jobs'),
    'the list of events': '/events/',
    'an event': first('events'),
    'a portfolio': first('portfolios'),
    'a certificate': '/certificates/K7TQM4XWHN2C/',
  };
}
