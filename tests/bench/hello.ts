import { createServer } from 'node:http';

/** The least that a Node server can do: five bytes at `/`, or as many as the URL asks for at `/30000`. */
const bodies = new Map<string, Buffer>();

const server = createServer((req, res) => {
  const url = req.url ?? '/';
  let body = bodies.get(url);
  if (!body) bodies.set(url, (body = Buffer.from('hello'.padEnd(Number(url.slice(1)) || 5))));
  res.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': body.length });
  res.end(body);
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready at', process.env.PORT));
process.on('SIGTERM', () => process.exit(0));
