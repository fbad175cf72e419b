import { globSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { startServer } from '../../support/server-process.ts';
import { expect, test } from '../support/test.ts';

const origin = 'http://other.example';

/** Asks a server for a page as a proxy of the origin does. */
function ask(
  url: string,
  path: string,
  encoding: string,
): Promise<{ text: string; headers: IncomingHttpHeaders }> {
  return new Promise((done, fail) => {
    const headers = { host: new URL(origin).host, 'accept-encoding': encoding };
    request(url + path, { headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk) => chunks.push(chunk));
      res.on('end', () => {
        const body = Buffer.concat(chunks);
        const isBrotli = res.headers['content-encoding'] === 'br';
        done({ text: (isBrotli ? brotliDecompressSync(body) : body).toString(), headers: res.headers });
      });
    })
      .on('error', fail)
      .end();
  });
}

test('one build serves at any origin: canonical links, previews, structured data, feeds and the sitemap agree with SITE_ORIGIN', async () => {
  const server = await startServer({ SITE_ORIGIN: origin });
  const built = globSync('dist/client/**/index.html').map((file) =>
    file.replace(/^dist\/client|index\.html$/g, ''),
  );
  // Error pages have no address of their own, and each answer has another number.
  const pages = built.filter((path) => path !== '/429/' && path !== '/503/');
  expect(pages).toContain('/programs/embark-pro/');
  const rendered = ['/events/', '/moonshot/jobs/', '/moonshot/jobs/feed.xml', '/sitemap.xml', '/robots.txt'];
  for (const path of [...pages, ...rendered]) {
    const [plain, compressed] = await Promise.all([ask(server.url, path, ''), ask(server.url, path, 'br')]);
    expect(compressed.text, path).toBe(plain.text);
    // Only what is wrong is printed, not the page.
    expect(plain.text.match(/.{0,40}(site-origin\.invalid|localhost).{0,40}/)?.[0], path).toBeUndefined();
    const own = plain.text.match(
      /<link rel="canonical" href="([^"]*)"|property="og:(?:url|image)" content="([^"]*)"/g,
    );
    for (const link of own ?? []) expect(link, path).toContain(`"${origin}/`);
  }
  const [home, robots, sitemap] = await Promise.all(
    ['/', '/robots.txt', '/sitemap.xml'].map((path) => ask(server.url, path, 'br')),
  );
  expect(home?.text).toContain(`"url":"${origin}/"`);
  expect(home?.headers['content-encoding']).toBe('br');
  expect(robots?.text).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(sitemap?.text).toContain(`<loc>${origin}/programs/embark-pro/</loc>`);
  await server.stop();
});
