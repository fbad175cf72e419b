import { createServer } from 'node:http';
import { openPageCache } from '#lib/server/cached-pages.ts';
import { loadCertificatePage } from '#lib/server/certificates/certificate-page.ts';
import { openDatabase } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/**
 * Serves certificates through the cache of pages, in a process of its own. A POST to the same address writes the reason, which the
 * page shows. Prints its port when it listens.
 */
const siteOrigin = 'http://localhost:8000';
const { db, close } = await openDatabase({ databaseUrl: process.env.DATABASE_URL ?? null, dataDir: '' });
const { pages, close: closePages } = await openPageCache(db);

async function render(request: Request): Promise<Response> {
  const shortUuid = new URL(request.url).pathname.split('/')[2] ?? '';
  const found = await loadCertificatePage({ db, config: { siteOrigin } }, shortUuid, '203.0.113.1');
  if (found instanceof HttpError) return new Response(null, { status: found.status });
  const { certificate, cache } = found;
  const reason = 'revocationReason' in certificate ? certificate.revocationReason : null;
  const tags = { 'CDN-Cache-Control': `max-age=${cache.maxAge}`, 'Cache-Tag': cache.tags.join(', ') };
  return new Response(`${certificate.status} ${reason}`, { headers: tags });
}

const server = createServer(async (incoming, outgoing) => {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', siteOrigin);
  if (incoming.method === 'POST') {
    await db
      .updateTable('certificate')
      .set({ revocationReason: searchParams.get('reason') })
      .where('shortUuid', '=', pathname.split('/')[2] ?? '')
      .execute();
    outgoing.end();
    return;
  }
  const response = await pages.respond(new Request(`${siteOrigin}${incoming.url}`), render);
  outgoing.setHeaders(response.headers).writeHead(response.status);
  outgoing.end(Buffer.from(await response.arrayBuffer()));
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`listening ${address.port}\n`);
});

process.on('SIGTERM', () => {
  server.close();
  closePages()
    .then(close)
    .then(() => process.exit(0));
});
