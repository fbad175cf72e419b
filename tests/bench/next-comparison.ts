import type { ServerProcess } from '../support/server-process.ts';
import { compareLoads, type LoadResult } from './load.ts';
import { buildNextSite } from './next-site.ts';
import { printHeading, printRatio, printRow } from './report.ts';

interface NextOptions {
  ours: ServerProcess;
  databaseUrl: string;
  start(env: Record<string, string>, args: string[]): Promise<ServerProcess>;
  end(server: ServerProcess): Promise<void>;
}

const asBrowser = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/**
 * Compares a prerendered page, the list of jobs and a job with the same pages of a Next.js build on the same PostgreSQL: ours as a visitor
 * gets them, and rendered for each request as Next.js does.
 */
export async function compareNext({ ours, databaseUrl, start, end }: NextOptions): Promise<void> {
  printHeading('The same pages of a Next.js build, on PostgreSQL');
  const about = /<main[^>]*>([\s\S]*)<\/main>/.exec(await (await fetch(`${ours.url}/about/`)).text())?.[1];
  const list = await (await fetch(`${ours.url}/moonshot/jobs/`)).text();
  const [job = '/'] = /\/moonshot\/jobs\/[a-z\d-]+\//.exec(list) ?? [];
  const site = buildNextSite(about ?? '');
  if (typeof site === 'string') return console.log(`  SKIPPED: ${site}`);
  try {
    const next = await start({ DATABASE_URL: databaseUrl, NODE_ENV: 'production' }, site.args);
    for (const path of ['/about/', '/moonshot/jobs/', job]) {
      const at = ({ pid, url }: ServerProcess, headers: Record<string, string> = {}) => ({
        pid,
        options: {
          url: `${url.replace('localhost', '127.0.0.1')}${path}`,
          ...{ seconds: 2, connections: 32 },
          headers: { ...asBrowser, ...headers },
        },
      });
      const isFile = path === '/about/';
      const [served, rendered, theirs] = (await compareLoads([
        at(ours),
        at(ours, isFile ? {} : { cookie: 'unknown=1' }),
        at(next),
      ])) as [LoadResult, LoadResult, LoadResult];
      printRow(`${path.slice(0, 30)}, ours`, served);
      if (!isFile) printRow('  rendered for each request', rendered);
      printRow('  Next.js', theirs);
      printRatio(`${path.slice(0, 30)}, to Next.js`, served, theirs, 1);
      if (!isFile) printRatio('  rendered for each request, to Next.js', rendered, theirs);
    }
    await end(next);
  } finally {
    site.remove();
  }
}
