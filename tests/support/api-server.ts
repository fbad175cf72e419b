import { createServer } from 'node:http';
import { readConfig } from '#lib/server/config.ts';
import { getRuntime } from '#lib/server/runtime.ts';

/**
 * Serves only the API, in a process that a test can kill. A request may set its own client address, so that limits per
 * address do not stop the test. Prints its port when it listens.
 */
const { api, close } = await getRuntime();
const { siteOrigin } = readConfig();

const server = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const request = new Request(`${siteOrigin}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers: incoming.headers as Record<string, string>,
    ...(chunks.length ? { body: Buffer.concat(chunks) } : {}),
  });
  // Astro's adapter stores the address under this key, see server/http/client-address.ts.
  Reflect.set(request, Symbol.for('astro.clientAddress'), incoming.socket.remoteAddress);
  const response = await api(request);
  outgoing.setHeaders(response.headers).writeHead(response.status);
  outgoing.end(Buffer.from(await response.arrayBuffer()));
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`listening ${address.port}\n`);
});

process.on('SIGTERM', () => {
  server.close();
  close().then(() => process.exit(0));
});
