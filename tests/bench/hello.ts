import { createServer } from 'node:http';

/** A minimal Node server, for comparison. It sends five bytes at `/`, or as many as the path says: `/30000`. */
const bodies = new Map<string, Buffer>();

function bodyOf(url: string): Buffer {
  const body = bodies.get(url) ?? Buffer.from('hello'.padEnd(Number(url.slice(1)) || 5));
  bodies.set(url, body);
  return body;
}

const server = createServer((req, res) => {
  const body = bodyOf(req.url ?? '/');
  res.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': body.length });
  res.end(body);
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready at', process.env.PORT));
process.on('SIGTERM', () => process.exit(0));
