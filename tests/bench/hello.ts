import { createServer, get } from 'node:http';

interface Copied {
  headers: string[];
  body: Buffer;
}

/**
 * A minimal Node server, for comparison. It sends five bytes at `/`. With the origin of another server as its argument it sends what
 * that server sends for its home page: at `/page/` uncompressed, at `/page/br/` as for a browser, with the same headers and bytes.
 */
const pages = new Map<string, Copied>([
  ['/', { headers: ['Content-Type', 'text/plain', 'Content-Length', '5'], body: Buffer.from('hello') }],
]);

/** Copies a response without the headers that Node adds itself. */
const copy = (url: string, encoding: string): Promise<Copied> =>
  new Promise((done, failed) => {
    get(url, { headers: { 'accept-encoding': encoding } }, async (res) => {
      const headers = res.rawHeaders.flatMap((name, at, all) =>
        at % 2 || /^(date|connection|keep-alive)$/i.test(name) ? [] : [name, all[at + 1] ?? ''],
      );
      done({ headers, body: Buffer.concat(await res.toArray()) });
    }).on('error', failed);
  });

const [, , origin] = process.argv;
if (origin) {
  pages.set('/page/', await copy(`${origin}/`, 'identity'));
  pages.set('/page/br/', await copy(`${origin}/`, 'br'));
}

const server = createServer((req, res) => {
  const page = pages.get(req.url ?? '');
  if (!page) return res.writeHead(404).end();
  res.writeHead(200, page.headers);
  return res.end(page.body);
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready at', process.env.PORT));
process.on('SIGTERM', () => process.exit(0));
