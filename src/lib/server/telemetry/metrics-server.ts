import { createServer } from 'node:http';
import type { Metrics } from './metrics.ts';

interface MetricsServerOptions {
  host: string;
  port: number;
  metrics: Metrics;
  /** Reads the figures that are a state. */
  refresh: () => Promise<void>;
}

/**
 * Serves `/metrics` to Prometheus on a port of its own, so that a proxy of the site cannot show it to visitors. Rejects where the port
 * is in use. Returns the function that closes it.
 */
export async function serveMetrics({
  host,
  port,
  metrics: { registry },
  refresh,
}: MetricsServerOptions): Promise<() => void> {
  const server = createServer({ requestTimeout: 10_000 }, async (req, res) => {
    if (req.url !== '/metrics' || req.method !== 'GET') return void res.writeHead(404).end();
    await refresh();
    const text = await registry.metrics();
    res.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text);
  });
  await new Promise<void>((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(error.code === 'EADDRINUSE' ? new Error(`METRICS_PORT ${port} is in use.`) : error),
    );
    server.listen(port, host, done);
  });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
